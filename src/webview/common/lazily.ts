/** An object that is made when something in it is first asked for: before that the page may not know its language. */
export function lazily<Words extends object>(make: () => Words): Words {
  let made: Words | undefined;
  return new Proxy({} as Words, { get: (_, name) => Reflect.get((made ??= make()), name) as unknown });
}
