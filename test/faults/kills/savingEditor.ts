import { FileTextStore } from '../../../src/services/common/fileStore.ts';

export interface SavingSettings {
  readonly url: string;
  readonly folder: string;
  readonly timeoutMs: number;
  /** Records in forms, new ones, or cells of a table. */
  readonly kind: 'edit' | 'add' | 'cells';
  /** Begins nothing new. */
  readonly isLast: boolean;
  /** Types another city into what came back, before it is saved again. */
  readonly typesOn: boolean;
}

/** A record's tab, as VS Code keeps it through a kill of its extension host. */
export interface OpenText {
  readonly text: string;
  /** Each city that was typed, the last of which stands in the text. */
  readonly typed: readonly string[];
  /** Unclear: the person was told to look whether it was added. */
  readonly state: 'unsaved' | 'saved' | 'unclear';
}

export interface Editor {
  all(): Promise<ReadonlyMap<number, OpenText>>;
  read(number: number): Promise<OpenText>;
  write(number: number, open: OpenText): Promise<void>;
}

/** Stands in for VS Code's own keeping, which no kill of an extension host touches. */
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
