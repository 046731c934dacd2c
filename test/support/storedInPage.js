/* Runs in a page and returns everything that it has stored. */
globalThis.storedInPage = async (isKnown) => {
  const found = [];
  // one character per byte, including binary data
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
  // frames without access to storage throw a SecurityError; any other error would hide stored data
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
  // frames of one origin share storage, so search it only once
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
