// Replaces @vscode/native-watchdog, because its native module requires a compiler. The extension host also checks for
// its parent process once a second, which is enough for tests.
exports.start = () => {};
exports.exit = (code) => process.exit(code);
