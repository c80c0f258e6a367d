import type { Mint } from '../../core/mints/mint.ts';
import { i18n } from '../../i18n/index.ts';
import type { MintProgress } from '../../state/minting/index.ts';
import t from '../../ui/type.module.css';
import { blockchain } from './amounts.ts';
import styles from './progress-lines.module.css';

type Place = 'waiting' | 'now' | 'done';
const WORDS: Record<Place, string> = {
  waiting: i18n.t('waiting'),
  now: i18n.t('now'),
  done: i18n.t('done'),
};

interface Line {
  readonly title: string;
  readonly detail: string;
  readonly place: Place;
}

/** An animated NFT's loop is made before everything else. */
function loopPlace({ media }: Mint, asked: boolean): Place {
  if (media) return 'done';
  return asked ? 'now' : 'waiting';
}

const loopDetail = ({ media }: Mint, { making }: MintProgress): string =>
  media
    ? i18n.t('Made, and it fits what the gateway stores free.')
    : making === undefined
      ? i18n.t('Made on this device, before your wallet is asked.')
      : i18n.t('Made on this device: {percent} %.', { percent: Math.round(making * 100) });

/** The current line, 0 to 2; 3 when all is done, negative while nothing is happening. */
function lineNow({ state, media }: Mint, filesFirst: boolean, asked: boolean): number {
  const published = media?.published ?? false;
  switch (state.kind) {
    case 'finalized':
      return 3;
    case 'submitted':
    case 'confirmed':
      return 2;
    case 'signed':
      return published ? 2 : 1;
    case 'awaiting-signature':
      return filesFirst ? 1 : 0;
    case 'draft':
    case 'failed':
    case 'expired':
      return asked ? (filesFirst && published ? 1 : 0) : -1;
  }
}

function walletDetail({ state }: Mint, expiresIn: number | undefined): string {
  if (state.kind !== 'awaiting-signature') return i18n.t('One transaction for all of it.');
  if (!state.sendsItself || expiresIn === undefined)
    return i18n.t('Approve it in the wallet’s window.');
  return i18n.t('No answer yet. If its window is gone, you can sign again in {seconds} s.', {
    seconds: Math.ceil(expiresIn / 1_000),
  });
}

function filesDetail({ media, details }: Mint, { publishing }: MintProgress): string {
  if (media?.published) return i18n.t('Read back, byte for byte the same.');
  if (publishing === 'animation') return i18n.t('The loop is on its way.');
  if (publishing === 'metadata') return i18n.t('Name and traits are on their way.');
  if (publishing === 'picture') return i18n.t('The picture is on its way.');
  return details.living
    ? i18n.t('Picture, loop, then name and traits.')
    : i18n.t('Picture, then name and traits.');
}

function chainDetail({ state }: Mint, expiresIn: number | undefined): string {
  if (state.kind === 'confirmed') return i18n.t('Confirmed, waiting until it is final.');
  if (state.kind === 'submitted')
    return expiresIn === undefined
      ? i18n.t('Sent, waiting for the network.')
      : i18n.t('Sent. It has {seconds} s to land.', { seconds: Math.ceil(expiresIn / 1_000) });
  return state.kind === 'finalized'
    ? i18n.t('Final, and checked on the chain.')
    : i18n.t('Minted when the chain says so.');
}

export interface ProgressLinesProps {
  readonly mint: Mint;
  readonly progress: MintProgress;
  /** The wallet is about to open. */
  readonly asked: boolean;
  /** The files are published before the wallet is asked. */
  readonly filesFirst: boolean;
}

/** The lines of a mint, in the order that its chain and wallet need. */
export function linesOf({
  mint,
  progress,
  asked,
  filesFirst,
}: ProgressLinesProps): readonly Line[] {
  const { expiresIn } = progress;
  const wallet = { title: i18n.t('Sign in your wallet'), detail: walletDetail(mint, expiresIn) };
  const files = {
    title: i18n.t('Publish picture and metadata'),
    detail: filesDetail(mint, progress),
  };
  const chain = {
    title: i18n.t('Record on {chain}', { chain: blockchain(mint.chain).name }),
    detail: chainDetail(mint, expiresIn),
  };
  const { living } = mint.details;
  const now = living && !mint.media ? -1 : lineNow(mint, filesFirst, asked);
  const published = mint.media?.published ?? false;
  const lines = (filesFirst ? [files, wallet, chain] : [wallet, files, chain]).map(
    (line, index): Line => ({
      ...line,
      // What was published stays published, even if the rest starts again.
      place:
        index < now || (line === files && published) ? 'done' : index === now ? 'now' : 'waiting',
    }),
  );
  const loop: Line = {
    title: i18n.t('Bring it to life'),
    detail: loopDetail(mint, progress),
    place: loopPlace(mint, asked),
  };
  return living ? [loop, ...lines] : lines;
}

export const ProgressLines = (props: ProgressLinesProps) => (
  <ol className={styles.lines} aria-label={i18n.t('Progress')}>
    {linesOf(props).map(({ title, detail, place }) => (
      <li key={title} data-place={place} aria-current={place === 'now' ? 'step' : undefined}>
        <span className={styles.mark} aria-hidden="true" />
        <div>
          <p>
            {title} <span className={styles['place-word']}>{WORDS[place]}</span>
          </p>
          <p className={t.quiet}>{detail}</p>
        </div>
      </li>
    ))}
  </ol>
);
