import { t } from '@vscode/l10n';
import type { ControllerName } from '../controller.ts';
import type { RecordPage } from './recordPage.ts';
import type { RecordQuery } from './recordQuery.ts';

/** The list view that look-ups of a controller name, and what they may conclude from it. */
export interface LookUpView {
  /** Undefined only where the service has no list views for the controller. */
  readonly listView: string | undefined;
  readonly name: string;
  /** As far as that can be determined: a record that is missing here does not exist. */
  readonly showsAll: boolean;
}

export interface ChosenView {
  readonly view: LookUpView;
  /** The controller's list views: an answer from another one of them is about other records. */
  readonly known: ReadonlySet<string>;
}

export type LookUpQuery = Omit<RecordQuery, 'listView'>;

export interface LookUpPage extends RecordPage {
  readonly view: LookUpView;
}

/** One sentence for a look-up that must not conclude “no such record” or “only this one”. */
export function incompleteView({ name }: LookUpView, controller: ControllerName): string {
  return t(
    'The list view “{0}” of {1} may not show every record. Choose one that does under “Look-ups” in the connection’s settings, or use an id.',
    name,
    controller,
  );
}
