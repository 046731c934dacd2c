import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';

export interface ChangedPicture {
  readonly name: string;
  /** Fraction of different pixels; 1 if the other run lacks the picture or has it in another size. */
  readonly share: number;
}

/**
 * The pictures in `folder` that differ from `against`. Saves the old version and the difference next to each, as
 * `<name>.before.png` and `<name>.changed.png`.
 */
export async function comparePictures(
  browser: Browser,
  folder: string,
  against: string,
  names: readonly string[],
): Promise<ChangedPicture[]> {
  const page = await browser.newPage();
  const changed: ChangedPicture[] = [];
  for (const name of names) {
    const before = path.join(against, `${name}.png`);
    const now = readFileSync(path.join(folder, `${name}.png`));
    if (!existsSync(before)) {
      changed.push({ name, share: 1 });
      continue;
    }
    const was = readFileSync(before);
    if (was.equals(now)) continue;
    const { share, marked } = await page.evaluate<{ share: number; marked: string }>(differenceOf(was, now));
    if (share === 0) continue;
    writeFileSync(path.join(folder, `${name}.before.png`), was);
    writeFileSync(path.join(folder, `${name}.changed.png`), Buffer.from(marked, 'base64'));
    changed.push({ name, share });
  }
  await page.close();
  return changed.toSorted((one, other) => other.share - one.share);
}

/** Runs in the browser, which can decode images. */
function differenceOf(was: Buffer, now: Buffer): string {
  const pictures = [was, now].map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
  return `(async () => {
    const [was, now] = await Promise.all(${JSON.stringify(pictures)}.map(async (source) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }));
    if (was.width !== now.width || was.height !== now.height) return { share: 1, marked: '' };
    let differing = 0;
    for (let at = 0; at < now.data.length; at += 4) {
      const isSame = [0, 1, 2].every((part) => was.data[at + part] === now.data[at + part]);
      if (!isSame) differing += 1;
      // what is the same is faint, what is not is red
      for (const part of [0, 1, 2]) now.data[at + part] = isSame ? 200 + now.data[at + part] * 0.2 : part === 0 ? 255 : 0;
    }
    const canvas = Object.assign(document.createElement('canvas'), { width: now.width, height: now.height });
    canvas.getContext('2d').putImageData(now, 0, 0);
    return { share: (differing * 4) / now.data.length, marked: canvas.toDataURL().split(',')[1] };
  })()`;
}
