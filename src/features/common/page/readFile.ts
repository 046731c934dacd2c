import { t } from '@vscode/l10n';

/** Reads a file as a `data:` URL. */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(t('The file could not be read.'))));
    reader.readAsDataURL(file);
  });
}

/** The base64 part of a `data:` URL. */
export function base64OfDataUrl(address: string): string {
  return address.slice(address.indexOf(',') + 1);
}
