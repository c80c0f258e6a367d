import type { Photos, PickedPhoto } from '../../ports/photos.ts';

const ACCEPT =
  'image/png,image/jpeg,image/webp,image/avif,image/gif,.png,.jpg,.jpeg,.webp,.avif,.gif';

/** The browser's file picker, through an input that is never visible. */
export function webPhotos(): Photos {
  let settleEarlier: (() => void) | undefined;

  return {
    // Missing on pages that aren't secure.
    camera: 'mediaDevices' in navigator,

    pick: () =>
      new Promise<readonly PickedPhoto[]>((resolve) => {
        // Some browsers don't report a cancelled picker, so the earlier request may still be open.
        settleEarlier?.();
        const input = document.createElement('input');
        const settle = (picked: readonly PickedPhoto[] = []): void => {
          settleEarlier = undefined;
          input.remove();
          resolve(picked);
        };
        settleEarlier = settle;
        input.type = 'file';
        input.accept = ACCEPT;
        input.multiple = true;
        input.hidden = true;
        input.addEventListener('cancel', () => settle());
        input.addEventListener('change', () => {
          settle(Array.from(input.files ?? [], (file) => ({ name: file.name, file })));
        });
        // Safari drops the events of an input that isn't in the document.
        document.body.append(input);
        input.click();
      }),
  };
}
