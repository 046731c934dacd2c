/** Messages a compromised page might send: every host must reject each of them. */
export function hostileMessages(requests: readonly string[], events: readonly string[]): unknown[] {
  const names = [...requests, ...events];
  const bad = badValues();
  return [
    ...bad,
    ...['request', 'event'].flatMap((kind) => [
      ...['', 'nobody', '__proto__', 'constructor', 'toString', 'x'.repeat(100_000)].map((name) => ({
        kind,
        id: 1,
        name,
      })),
      // an event name sent as a request, and vice versa
      ...names
        .filter((name) => !(kind === 'request' ? requests : events).includes(name))
        .map((name) => ({ kind, id: 1, name })),
    ]),
    ...[-1, 1.5, Number.NaN, '1', null, {}].map((id) => ({ kind: 'request', id, name: requests[0] })),
    ...requests.flatMap((name) => bad.map((params, id) => ({ kind: 'request', id: 1_000 + id, name, params }))),
    ...events.flatMap((name) => bad.map((data) => ({ kind: 'event', name, data }))),
    // replies without a request
    { kind: 'reply', id: 999_999, result: {} },
    { kind: 'failure', id: 999_999, code: 'x', message: 'y' },
    { kind: 'cancel', id: 999_999 },
  ];
}

/** Values that are invalid as the content of any of our messages. */
function badValues(): unknown[] {
  return [
    null,
    0,
    Number.NaN,
    true,
    Symbol.iterator,
    () => undefined,
    [null],
    [[[[]]]],
    { nobody: 'knows this' },
    JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'),
    deep(50_000, (inner) => [inner]),
    deep(50_000, (inner) => ({ value: inner, changes: [{ at: ['a'], value: inner }], layout: inner, query: inner })),
    { changes: [{ at: ['a'], value: deep(50_000, (inner) => [inner]) }] },
    'x'.repeat(21_000_000),
    Array.from({ length: 200_000 }, () => ({ field: 'a', kind: 'set', value: ['x'], find: '' })),
  ];
}

function deep(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}
