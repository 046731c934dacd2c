import { problem } from '../problems.ts';

/** A file as it is sent. */
export interface ServedFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const folder = 'files';

/** The first leads have a sample file each; its address is below the service's. */
const leadsWithFiles = 9;
const endings = ['pdf', 'png', 'txt'] as const;

export function sampleAttachment(id: number): string | null {
  return id > leadsWithFiles ? null : `${folder}/offer-${id}.${endings[id % endings.length]}`;
}

/** Returns undefined for a path that isn't about files. */
export function sampleFileAt(path: string): ServedFile | undefined {
  const [, name] = /^\/files\/(.*)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  const [, id, ending] = /^offer-(\d+)\.(pdf|png|txt)$/.exec(name) ?? [];
  if (sampleAttachment(Number(id)) !== `${folder}/${name}`)
    throw problem(404, 'unknown_file', 'There is no such file.');
  if (ending === 'png') return { type: 'image/png', bytes: Buffer.from(picture, 'base64') };
  const text = `Offer ${id}`;
  if (ending === 'txt') return { type: 'text/plain; charset=utf-8', bytes: Buffer.from(`${text}\n`) };
  return { type: 'application/pdf', bytes: Buffer.from(pdfOf(text), 'latin1') };
}

/** A page with one line. */
function pdfOf(text: string): string {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

/** A blue square, 24 by 24 pixels. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAYCAIAAABvFaqvAAAAH0lEQVR42mOQt4qnCmIYNWjUoFGDRg0aNWjUoIE3CABx0J4Q8jDr/wAAAABJRU5ErkJggg==';
