import { useAtomValue } from 'jotai';
import { useState } from 'react';

import {
  BRAND_NAME_MAX,
  brandFault,
  brandSymbol,
  LOGO_EDGE,
  type BrandKit,
} from '../../core/brand-kit.ts';
import { comesWith } from '../../core/unlocks.ts';
import { sheetOf } from '../../drawing/canvas.ts';
import { t } from '../../i18n/index.ts';
import { decodeImage } from '../../state/decode-image.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { settingsAtom } from '../../state/settings.ts';
import { showToast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-async.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Button, FileButton, TextLink } from '../../ui/button.tsx';
import { CheckField, Field, Form } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, Trans } from '../../ui/text.tsx';
import styles from './brand.module.css';

/**
 * Turns a picked picture into a data: URL of a small PNG. It is drawn anew, so that only the file's
 * pixels are kept. Returns undefined if the file can't be read.
 */
async function readLogo(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = await decodeImage(url);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) return undefined;
    const scale = Math.min(1, LOGO_EDGE / Math.max(width, height));
    const { canvas, context } = sheetOf(
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    );
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  } catch {
    return undefined; // The message appears beside the button.
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The brand kit in the settings: the brand that replaces the product's on what the user shares. */
export function BrandSection() {
  const { unlocked } = useLibraryState();
  const settings = useAtomValue(settingsAtom);
  const { brand: kit } = useSnapshot(settings);
  const open = unlocked.has('white-label');
  return (
    <Section id="brand-kit" title={t('Your brand')}>
      <p className={ui.quiet}>
        {t(
          'Replaces ours on certificates and licences, in the names of what you save together, and in your NFTs’ metadata. On Polygon the contract keeps its own symbol.',
        )}
      </p>
      {!open && (
        <p>
          <Trans
            id="{plans} You can fill it in now; it takes effect with the plan. <link>See the plans</link>"
            values={{ plans: comesWith([t('White-label licensing')], 'white-label') }}
            components={{ link: <TextLink to="/pricing?for=white-label" /> }}
          />
        </p>
      )}
      {kit && <BrandForm kit={kit} onSave={(brand) => settings.save({ brand })} />}
    </Section>
  );
}

type Edited = Partial<Omit<BrandKit, 'logo'>> & { readonly logo?: string | undefined };

function BrandForm({
  kit,
  onSave,
}: {
  readonly kit: BrandKit;
  readonly onSave: (kit: BrandKit) => Promise<void>;
}) {
  // Another tab may save the rest.
  const [edited, setEdited] = useState<Edited>({});
  const edit = (change: Edited): void => setEdited((before) => ({ ...before, ...change }));
  const { logo, ...others } = { ...kit, ...edited };
  const draft: BrandKit = { ...others, ...(logo !== undefined && { logo }) };
  const [tried, setTried] = useState(false);
  const { busy, problem, run, dismiss } = useAction();
  const [unread, setUnread] = useState(false);
  const fault = tried ? brandFault(draft) : {};
  const submit = (): void => {
    setTried(true);
    const clean = { ...draft, name: draft.name.trim(), link: draft.link.trim() };
    // A brand that is switched off may be incomplete, but an invalid link is never saved.
    const { name, link } = brandFault(clean);
    if (link !== undefined || (clean.on && name !== undefined)) return;
    setUnread(false);
    run(async () => {
      await onSave(clean);
      setEdited({});
      showToast(t('Brand saved.'), 'good');
    });
  };
  const takeLogo = async (file: File): Promise<void> => {
    const read = await readLogo(file);
    dismiss();
    setUnread(read === undefined);
    if (read !== undefined) edit({ logo: read });
  };
  const symbol = brandSymbol(draft.name);
  return (
    <Form className={ui.narrow} noValidate aria-label={t('Your brand')} onSubmit={submit}>
      <CheckField
        label={t('Use my brand')}
        checked={draft.on}
        onChange={({ target }) => edit({ on: target.checked })}
      />
      <Field
        label={t('Brand name')}
        value={draft.name}
        maxLength={BRAND_NAME_MAX}
        autoComplete="organization"
        error={draft.on ? fault.name : undefined}
        hint={symbol && t('Symbol of your NFTs on Solana: {symbol}', { symbol })}
        onChange={({ target }) => edit({ name: target.value })}
      />
      <Field
        label={t('Link (optional)')}
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        value={draft.link}
        error={fault.link}
        onChange={({ target }) => edit({ link: target.value })}
      />
      <Field
        label={t('Colour')}
        type="color"
        value={draft.colour}
        onChange={({ target }) => edit({ colour: target.value })}
      />
      <div className={cx(ui.wrap3, styles.logo)}>
        {logo !== undefined && <img src={logo} alt={t('Your logo')} />}
        <FileButton
          label={t('Logo file')}
          accept="image/*"
          size="small"
          onFiles={([file]) => void takeLogo(file)}
        >
          {logo === undefined ? t('Choose a logo') : t('Change the logo')}
        </FileButton>
        {logo !== undefined && (
          <Button size="small" onClick={() => edit({ logo: undefined })}>
            {t('Remove it')}
          </Button>
        )}
      </div>
      {unread && (
        <ErrorNote
          what={t('This file can’t be read as a picture. Choose a PNG, JPEG, WebP or SVG.')}
        />
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
      <Button type="submit" size="small" busy={busy}>
        {t('Save brand')}
      </Button>
    </Form>
  );
}
