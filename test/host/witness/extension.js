const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];

function sharedDispatchers() {
  return names.map((name) => globalThis[Symbol.for(name)]);
}

exports.activate = async () => {
  await fetch('data:,'); // Node sets its own dispatcher on first use
  const atStart = sharedDispatchers();
  return { atStart, sharedDispatchers };
};
