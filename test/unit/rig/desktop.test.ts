import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { desktopOnPath, hasScreen } from '../../vscode/desktop.ts';

describe('display detection', () => {
  it('finds a display if DISPLAY or WAYLAND_DISPLAY is set', () => {
    assert.ok(hasScreen({ DISPLAY: ':0' }, 'linux'));
    assert.ok(hasScreen({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux'));
    assert.ok(!hasScreen({}, 'linux'));
  });

  it('finds a display on a Mac unless signed in remotely, and always on Windows', () => {
    assert.ok(hasScreen({}, 'darwin'));
    assert.ok(!hasScreen({ SSH_CONNECTION: '1.2.3.4' }, 'darwin'));
    assert.ok(hasScreen({}, 'win32'));
  });
});

describe('desktop VS Code on the PATH', () => {
  let folder = '';

  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'recordbench-path-')));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function file(...parts: string[]): string {
    const place = path.join(folder, ...parts);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, '');
    return place;
  }

  it('resolves a link to the executable behind the command', () => {
    const program = file('share', 'code', 'code');
    mkdirSync(path.join(folder, 'bin'));
    symlinkSync(file('share', 'code', 'bin', 'code'), path.join(folder, 'bin', 'code'));
    assert.equal(desktopOnPath(path.join(folder, 'bin')), program);
  });

  it('is found inside a Mac application', () => {
    const program = file('Code.app', 'Contents', 'MacOS', 'Electron');
    const command = file('Code.app', 'Contents', 'Resources', 'app', 'bin', 'code');
    assert.equal(desktopOnPath(path.dirname(command)), program);
  });

  it('ignores the command of a remote window, which has no executable', () => {
    const command = file('server', 'bin', 'remote-cli', 'code');
    assert.equal(desktopOnPath(`${folder}${path.delimiter}${path.dirname(command)}`), undefined);
  });
});
