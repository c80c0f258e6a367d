import type { Mint } from '../../core/mints/mint.ts';
import type { MintProgress } from '../../state/minting/index.ts';
import styles from './nft-minting.module.css';

type Place = 'waiting' | 'now' | 'done';
const WORDS: Record<Place, string> = { waiting: 'waiting', now: 'now', done: 'done' };

/** How far the wallet, the files and the chain are; `asked`: the wallet is about to open. */
export function placesOf({ state, media }: Mint, asked: boolean): readonly [Place, Place, Place] {
  const { kind } = state;
  if (kind === 'finalized') return ['done', 'done', 'done'];
  const published = media?.published ?? false;
  if (kind === 'submitted' || kind === 'confirmed') return ['done', 'done', 'now'];
  if (kind === 'signed') return ['done', published ? 'done' : 'now', published ? 'now' : 'waiting'];
  return [kind === 'awaiting-signature' || asked ? 'now' : 'waiting', published ? 'done' : 'waiting', 'waiting'];
}

function detailsOf({ state, media }: Mint, { publishing, expiresIn }: MintProgress): readonly [string, string, string] {
  const wallet = state.kind === 'awaiting-signature' ? 'Approve it in the wallet’s window.' : 'One transaction for all of it.';
  const files = publishing === 'metadata' ? 'Name and traits are on their way.' : publishing === 'picture' ? 'The picture is on its way.'
    : media?.published ? 'Read back, byte for byte the same.' : 'Picture, then name and traits.';
  const chain =
    state.kind === 'confirmed' ? 'Confirmed, waiting until it is final.'
      : state.kind === 'submitted' ? (expiresIn === undefined ? 'Sent, waiting for the network.' : `Sent. It has ${String(Math.ceil(expiresIn / 1_000))} s to land.`)
        : state.kind === 'finalized' ? 'Final, and checked on the chain.' : 'Minted when the chain says so.';
  return [wallet, files, chain];
}

export interface ProgressLinesProps {
  readonly mint: Mint;
  readonly progress: MintProgress;
  readonly asked: boolean;
}

/** The three lines of a mint. */
export function ProgressLines({ mint, progress, asked }: ProgressLinesProps) {
  const places = placesOf(mint, asked);
  const details = detailsOf(mint, progress);
  return (
    <ol className={styles['lines']} aria-label="Progress">
      {['Sign in your wallet', 'Publish picture and metadata', `Record on ${mint.chain === 'solana' ? 'Solana' : 'Polygon'}`].map((title, index) => (
        <li key={title} data-place={places[index]} aria-current={places[index] === 'now' ? 'step' : undefined}>
          <span className={styles['mark']} aria-hidden="true" />
          <div>
            <p>
              {title} <span className={styles['place-word']}>{WORDS[places[index] ?? 'waiting']}</span>
            </p>
            <p className={styles['style']}>{details[index]}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
