import * as z from 'zod/mini';

/** Schema for messages from the host, which are type-checked there. */
export const fromHost = <T>(): z.ZodMiniType<T> => z.custom<T>();

export const nothing = z.undefined();
