// Replaces @vscode/spdlog, because its native module requires a compiler. Writes the same lines; without it, VS Code
// has no log and all output channels are empty.
const fs = require('node:fs');
const path = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 2;
    this.bare = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }

  trace(message) {
    this.write(0, message);
  }

  debug(message) {
    this.write(1, message);
  }

  info(message) {
    this.write(2, message);
  }

  warn(message) {
    this.write(3, message);
  }

  error(message) {
    this.write(4, message);
  }

  critical(message) {
    this.write(5, message);
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  /** The only pattern VS Code sets is the one that write() prints. */
  setPattern() {}

  clearFormatters() {
    this.bare = true;
  }

  flush() {}

  drop() {}

  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      fs.appendFileSync(this.file, this.bare ? message : `${time} [${names[level]}] ${message}\n`);
    } catch {
      // the profile was removed while VS Code was still ending
    }
  }
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

// one by one: VS Code imports them by name, and Node finds the names of a CommonJS module only when they stand like this
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
