import type { Photos, PickedPhoto } from '../../ports/photos.ts';

const ACCEPT =
  'image/png,image/jpeg,image/webp,image/avif,image/gif,.png,.jpg,.jpeg,.webp,.avif,.gif';

/** The browser's file picker, through an input that is never shown. */
export function webPhotos(): Photos {
  let settleEarlier: (() => void) | undefined;

  return {
    pick: () =>
      new Promise<readonly PickedPhoto[]>((resolve) => {
        // A browser that doesn't tell of a cancelled picker leaves the earlier request open.
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
