import { FileTextStore } from '../../../src/services/common/fileStore.ts';

export interface SavingSettings {
  readonly url: string;
  readonly folder: string;
  readonly timeoutMs: number;
  /** Existing records in forms, new records, or cells of a table. */
  readonly kind: 'edit' | 'add' | 'cells';
  /** Begins nothing new. */
  readonly isLast: boolean;
  /** Types another city into restored text before saving again. */
  readonly typesOn: boolean;
}

/** A record's tab, as VS Code preserves it when its extension host is killed. */
export interface OpenText {
  readonly text: string;
  /** Every city typed; the last one is in the text. */
  readonly typed: readonly string[];
  /** Unclear: the user was told to check whether it was added. */
  readonly state: 'unsaved' | 'saved' | 'unclear';
}

export interface Editor {
  all(): Promise<ReadonlyMap<number, OpenText>>;
  read(number: number): Promise<OpenText>;
  write(number: number, open: OpenText): Promise<void>;
}

/** Stub for VS Code's own storage, which survives a killed extension host. */
export function editorIn(folder: string): Editor {
  const store = new FileTextStore(`${folder}/editor`);
  const read = async (number: number): Promise<OpenText> =>
    JSON.parse((await store.readText(String(number))) ?? '{}') as OpenText;
  return {
    read,
    write: (number, open) => store.writeText(String(number), JSON.stringify(open)),
    all: async () => {
      const numbers = (await store.keys()).map(Number).toSorted((one, other) => one - other);
      return new Map(await Promise.all(numbers.map(async (number) => [number, await read(number)] as const)));
    },
  };
}
