import { t } from '@vscode/l10n';
import type { ControllerName } from '../controller.ts';
import type { RecordPage } from './recordPage.ts';
import type { RecordQuery } from './recordQuery.ts';

/** The list view that look-ups of a controller use, and whether it is complete. */
export interface LookUpView {
  /** Undefined only if the service has no list views for the controller. */
  readonly listView: string | undefined;
  readonly name: string;
  /** True if, as far as is known, a record missing here doesn't exist. */
  readonly showsAll: boolean;
}

export interface ChosenView {
  readonly view: LookUpView;
  /** The controller's list views: a response from another list view is about other records. */
  readonly known: ReadonlySet<string>;
}

export type LookUpQuery = Omit<RecordQuery, 'listView'>;

export interface LookUpPage extends RecordPage {
  readonly view: LookUpView;
}

/** One sentence for a look-up that must not conclude “no such record” or “only this one”. */
export function incompleteView({ name }: LookUpView, controller: ControllerName): string {
  return t(
    "The list view “{0}” of {1} may not show every record. Choose one that does under “Look-ups” in the connection's settings, or use an id.",
    name,
    controller,
  );
}
