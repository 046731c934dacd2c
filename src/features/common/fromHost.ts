import * as z from 'zod/mini';

/** From the host, which checks what it sends by its types. */
export const fromHost = <T>(): z.ZodMiniType<T> => z.custom<T>();

export const nothing = z.undefined();
