import type { JsonObject } from '../../model/json.ts';
import { users } from '../catalog/controllers.ts';
import { organization } from '../catalog/organization.ts';
import { classesOf, whoAndWhere } from './viewResponse.ts';

const text = `<h1>License Agreement</h1>
<p>This agreement is between you and <strong>${organization.name}</strong> and covers a demonstration: every record is made up.</p>
<h2>1. Use</h2>
<p>You may look at, change and delete whatever you are allowed to. Nothing you enter leaves this computer.</p>
<ul><li>Do not enter what is secret.</li><li>Do not rely on what is kept here: a reset removes it.</li></ul>
<h2>2. Liability</h2>
<p>The service comes <em>as it is</em>. See <a href="https://example.com/terms">the terms</a> for more.</p>
<table><tr><th>Term</th><th>Meaning</th></tr><tr><td>Record</td><td>A lead, an account, a person, an activity or a user</td></tr></table>`;

export function licenseAgreement(): JsonObject {
  return {
    errors: [],
    message: [],
    license_agreement: text,
    ...classesOf(users),
    notEmptyField: [],
    ...whoAndWhere(undefined),
    data: [],
  };
}
