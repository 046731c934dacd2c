/* Runs in a page. */
globalThis.keptInPage = async (isKnown) => {
  const found = [];
  // a letter for each byte, also of what is no text
  const bytes = (value) => {
    const whole = ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value);
    return Array.from(whole, (byte) => String.fromCharCode(byte)).join('');
  };
  const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  const text = (value) => {
    if (typeof value === 'string') return value;
    if (isBytes(value)) return bytes(value);
    return JSON.stringify(value, (_, part) => (isBytes(part) ? bytes(part) : part));
  };
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  // a frame that may have no storage says so; anything else that goes wrong would hide what it holds
  const quietly = async (look) => {
    try {
      await look();
    } catch (error) {
      if (error?.name !== 'SecurityError' && error?.name !== 'InvalidStateError') throw error;
    }
  };
  const entries = (name, storage) =>
    quietly(() => {
      for (const [key, value] of Object.entries(storage())) found.push({ where: `${name} “${key}”`, text: value });
    });

  await entries('the session storage', () => sessionStorage);
  // what an origin shares among its frames is looked through once
  if (isKnown) return found;
  await entries('the local storage', () => localStorage);
  await quietly(async () => {
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const table = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([answer(table.getAllKeys()), answer(table.getAll())]);
        for (const [place, value] of values.entries())
          found.push({ where: `the database ${name}, ${store}`, text: `${text(keys[place])} ${text(value)}` });
      }
      database.close();
    }
  });
  await quietly(async () => {
    for (const name of await (globalThis.caches?.keys() ?? [])) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push({ where: `the cache ${name}`, text: `${request.url} ${await response?.text()}` });
      }
    }
  });
  await quietly(async () => {
    for (const { active } of await (navigator.serviceWorker?.getRegistrations() ?? []))
      found.push({ where: 'a service worker', text: `${active?.scriptURL}` });
  });
  return found;
};
