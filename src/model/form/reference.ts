import type { ControllerName } from '../controller.ts';

/** A field that points at another record. Its text and its model travel beside it, see `displayKey` and `modelKey`. */
export interface Reference {
  /** The record type to look in, where the service names one. */
  readonly controller?: ControllerName;
  /** The record type that a model class or a table suggests: good enough for a look-up, never for a write. */
  readonly likelyController?: ControllerName;
  /** `<key>_model` or the metadata's model, exactly as the service wrote it. */
  readonly model?: string;
}
