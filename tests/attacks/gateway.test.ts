import { describe, expect, it } from 'vitest';

import { createMedia } from '../../renderer/chain/media/index.ts';
import type { Media } from '../../renderer/ports/media.ts';
import type { Requests } from '../../renderer/ports/requests.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** A media gateway with arbitrary answers, and the requests that it got. */
function gateway(answers: {
  readonly info?: string;
  readonly back?: (asked: string) => { status: number; bytes: Uint8Array<ArrayBuffer> };
}) {
  const asked: string[] = [];
  const text = (words: string) => new TextEncoder().encode(words);
  const requests = {
    get: ({ url, largest }: { url: string; largest: number }) => {
      asked.push(`${url} ${String(largest)}`);
      return Promise.resolve(
        url.endsWith('/info')
          ? { status: 200, bytes: text(answers.info ?? '{}') }
          : (answers.back?.(url) ?? { status: 404, bytes: text('') }),
      );
    },
    publish: ({ url }: { url: string }) => {
      asked.push(url);
      return Promise.resolve({
        status: 200,
        text: '{"id":"another-id","url":"https://evil.example"}',
      });
    },
  } as unknown as Requests;
  const time = new VirtualClock();
  const media: Media = createMedia({
    gateway: { upload: 'https://up.example', read: 'https://read.example' },
    requests,
    clock: time.clock,
  });
  return { media, asked, time };
}
const item = async (media: Media) => {
  const { secret } = await media.createKey();
  return media.item(secret, new TextEncoder().encode('a picture'), 'image/png');
};

describe('an attacker who runs the media gateway', () => {
  it.each([
    ['no JSON', '<html>portal</html>'],
    ['a negative limit', '{"freeUploadLimitBytes":-1}'],
    ['a text', '{"freeUploadLimitBytes":"9999999"}'],
    ['a fraction', '{"freeUploadLimitBytes":0.5}'],
    ['nothing', '{}'],
  ])('gives %s for the free size: nothing is sent', async (_what, info) => {
    const { media } = gateway({ info });
    await expect(media.freeBytes()).rejects.toMatchObject({ code: 'media-unreachable' });
  });

  it('names another item than the one that was sent: the address is made from the item’s own bytes', async () => {
    const { media, asked } = gateway({
      back: () => ({ status: 200, bytes: new TextEncoder().encode('a picture') }),
    });
    const sent = await item(media);
    await media.publish(sent, { avatarBytes: 9, again: false });
    expect(sent.url).toBe(`https://read.example/${sent.id}`);
    expect(asked.some((url) => url.includes('evil') || url.includes('another-id'))).toBe(false);
  });

  it.each<[string, string]>([
    ['another picture', 'b picture'],
    ['a longer one', 'a picture!'],
    ['a shorter one', 'a pict'],
    ['a page', '<script>alert(1)</script>'],
    ['nothing', ''],
  ])('serves %s: no token is made for it', async (_what, words) => {
    const { media } = gateway({
      back: () => ({ status: 200, bytes: new TextEncoder().encode(words) }),
    });
    await expect(
      media.publish(await item(media), { avatarBytes: 9, again: false }),
    ).rejects.toMatchObject({ code: 'media-differs' });
  });

  it('lets nobody wait for ever, and is asked for no more bytes than the picture has', async () => {
    const { media, asked, time } = gateway({});
    const sent = await item(media);
    const ended = media.publish(sent, { avatarBytes: 9, again: false }).then(
      () => 'done',
      (thrown: unknown) => (thrown as { code: string }).code,
    );
    await time.pass(60_000);
    expect(await ended).toBe('media-unreachable');
    const looks = asked.filter((url) => url.includes('/raw/'));
    expect(looks.length).toBeLessThanOrEqual(20);
    for (const look of looks) expect(Number(look.split(' ')[1])).toBeLessThan(100_000);
  });
});
