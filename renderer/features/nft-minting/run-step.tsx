import { holdUpOf, SENTENCES } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import {
  canMint,
  canStop,
  haltOf,
  isMinted,
  isUnderWay,
  mintProgress,
  mintStatusWord,
} from '../../core/mints/selectors.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import {
  useMintWatch,
  useSeries,
  useSeriesState,
  type MintProgress,
} from '../../state/minting/index.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Developing } from '../../ui/developing.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Unbroken } from '../../ui/text.tsx';
import { WalletChoices } from '../shell/index.ts';
import { blockchain, useMintChain } from './mint-chain.ts';
import { MintPicture, useMintPictureUrl, type Pictured } from './mintable.tsx';
import styles from './run-step.module.css';

type Place = 'waiting' | 'now' | 'done';
const WORDS: Record<Place, string> = {
  waiting: t('waiting'),
  now: t('now'),
  done: t('done'),
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
    ? t('The loop is made, and small enough to be stored free of charge.')
    : making === undefined
      ? t('Made on this device, before your wallet is asked.')
      : t('Made on this device: {percent}.', { percent: formatPercent(making) });

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
  if (state.kind !== 'awaiting-signature') return t('One transaction for all of it.');
  if (!state.sendsItself || expiresIn === undefined) return t('Approve it in the wallet’s window.');
  return t('No answer yet. If its window is gone, you can sign again in {seconds} s.', {
    seconds: Math.ceil(expiresIn / 1_000),
  });
}

function filesDetail({ media, details }: Mint, { publishing }: MintProgress): string {
  if (media?.published) return t('Read back, byte for byte the same.');
  if (publishing === 'animation') return t('The loop is on its way.');
  if (publishing === 'metadata') return t('Name and traits are on their way.');
  if (publishing === 'picture') return t('The picture is on its way.');
  return details.living
    ? t('Picture, loop, then name and traits.')
    : t('Picture, then name and traits.');
}

function chainDetail({ state }: Mint, expiresIn: number | undefined): string {
  if (state.kind === 'confirmed') return t('Confirmed, waiting until it is final.');
  if (state.kind === 'submitted')
    return expiresIn === undefined
      ? t('Sent, waiting for the network.')
      : t('Sent. It can still be confirmed for {seconds} s.', {
          seconds: Math.ceil(expiresIn / 1_000),
        });
  return state.kind === 'finalized'
    ? t('Final, and checked on the chain.')
    : t('Minted once the chain confirms it.');
}

interface ProgressLinesProps {
  readonly mint: Mint;
  readonly progress: MintProgress;
  /** The wallet is about to open. */
  readonly asked: boolean;
  /** The files are published before the wallet is asked. */
  readonly filesFirst: boolean;
}

/** The lines of a mint, in the order that its chain and wallet need. */
function linesOf({ mint, progress, asked, filesFirst }: ProgressLinesProps): readonly Line[] {
  const { expiresIn } = progress;
  const wallet = { title: t('Sign with your wallet'), detail: walletDetail(mint, expiresIn) };
  const files = {
    title: t('Publish picture and metadata'),
    detail: filesDetail(mint, progress),
  };
  const chain = {
    title: t('Record on {chain}', { chain: blockchain(mint.chain).name }),
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
    title: t('Bring it to life'),
    detail: loopDetail(mint, progress),
    place: loopPlace(mint, asked),
  };
  return living ? [loop, ...lines] : lines;
}

const ProgressLines = (props: ProgressLinesProps) => (
  <ol className={styles.lines} aria-label={t('Progress')}>
    {linesOf(props).map(({ title, detail, place }) => (
      <li key={title} data-place={place} aria-current={place === 'now' ? 'step' : undefined}>
        <span className={styles.mark} aria-hidden="true" />
        <div>
          <p>
            {title} <span className={styles['place-word']}>{WORDS[place]}</span>
          </p>
          <p className={ui.quiet}>{detail}</p>
        </div>
      </li>
    ))}
  </ol>
);

export interface RunStepProps {
  /** The mints of one series, in order. */
  readonly mints: readonly Mint[];
  readonly pictureOf: (mint: Mint) => Pictured;
}

interface MintedPictureProps {
  readonly mint: Mint;
  readonly progress: MintProgress;
  readonly picture: Pictured;
}

const MintedPicture = ({ mint, progress, picture }: MintedPictureProps) => (
  <div className={styles.stage}>
    <Developing
      label={t('Minting {name}', { name: mint.details.name })}
      src={useMintPictureUrl(picture, 'full')}
      done={mintProgress(mint, progress.making)}
    />
  </div>
);

/** Failures that another try at the animated NFT would repeat. */
const STAYS_STILL: ReadonlySet<string> = new Set([
  'mint-photo-gone',
  'mint-no-video',
  'mint-loop-too-large',
]);

/** Failures after which the user begins again at the avatar. */
const DECIDED_ANEW: ReadonlySet<string> = new Set(['mint-open-elsewhere', 'blockhash-expired']);

/** The user's own choices, so they aren't shown as errors. */
const DECLINED: ReadonlySet<string> = new Set([
  'wallet-rejected',
  'mint-rejected-public',
  'polygon-chain-declined',
]);

/** How things stand while nothing has failed and nothing is under way. */
function restWords({ media }: Mint): string {
  if (!media) return t('Nothing is under way, nothing was charged and nothing was published.');
  // The gateway may have taken some of it.
  if (!media.published) return t('You have not been charged.');
  return t('Nothing is under way, nothing was charged. What was published is used again.');
}

/** What stopped the mint, and how to go on. */
function Halt({
  mint,
  code,
  onGo,
}: {
  readonly mint: Mint;
  readonly code: keyof typeof SENTENCES | undefined;
  readonly onGo: () => void;
}) {
  const { state } = mint;
  const { wallet } = useMintChain(mint.chain);
  const anew = code !== undefined && DECIDED_ANEW.has(code);
  // The sentence of 'blockhash-expired' speaks of a payment.
  const shown = code === 'blockhash-expired' ? 'mint-expired' : code;
  const reason = anew ? shown : (haltOf(mint) ?? code);
  const again =
    anew || (reason !== undefined && STAYS_STILL.has(reason)) ? (
      <TextLink to={`/nft-minting?avatar=${String(mint.avatarId)}`}>
        {anew ? t('Decide what to do') : t('Choose the still')}
      </TextLink>
    ) : !wallet ? (
      <WalletChoices chain={blockchain(mint.chain).wallet} />
    ) : (
      <Button variant="accent" onClick={onGo}>
        {state.kind === 'expired'
          ? t('Sign again')
          : reason === undefined
            ? t('Continue')
            : t('Try again')}
      </Button>
    );
  if (reason === undefined) {
    return (
      <Notice title={t('Not minted yet')} actions={again}>
        {restWords(mint)} {!wallet && t('Connect your wallet to continue.')}
      </Notice>
    );
  }
  return (
    <Notice tone={DECLINED.has(reason) ? 'plain' : 'bad'} title={SENTENCES[reason]} actions={again}>
      {mint.media?.published && !anew ? t('What was published is used again.') : undefined}
    </Notice>
  );
}

/** The running mint: a developing picture and three lines of progress; one overview for several. */
export function RunStep({ mints, pictureOf }: RunStepProps) {
  const series = useSeries();
  const { line, problem } = useSeriesState();
  const [current] = line;
  const { avatars } = useLibraryState();
  const open = mints.filter((mint) => !isMinted(mint));
  const shown =
    mints.find(({ id }) => id === current?.id) ??
    open.find(isUnderWay) ??
    open.find(({ id }) => id === problem?.mint) ??
    open[0];
  const watch = useMintWatch(shown?.id ?? '');
  const { filesFirst, network } = useMintChain(shown?.chain ?? 'solana');
  if (!shown) return null;
  const mint = watch?.mint ?? shown;
  const isCurrent = current?.id === mint.id;
  const waits = !isCurrent && line.some(({ id }) => id === mint.id);
  const running = isCurrent || waits || isUnderWay(mint);
  // Once a wallet sends by itself, only the wait of this page can be stopped.
  const stopsNow =
    canMint(mint) || canStop(mint) || (isCurrent && mint.state.kind === 'awaiting-signature');
  const hasNext = line.some(({ id, series: of }) => of === mint.series && id !== mint.id);
  const mendedAt = avatars.find(({ uid }) => uid === mint.avatarUid)?.mendedAt ?? 0;
  const older = (mint.outstanding?.since ?? mendedAt) < mendedAt;
  const go = (): void => void series.run(open);

  return (
    <div className={styles.run}>
      <MintedPicture mint={mint} progress={watch ?? {}} picture={pictureOf(mint)} />
      <div className={cx(ui.stack6, styles.mintProgress)}>
        <div>
          <h2 className={ui.heading}>
            {running ? t('Minting {name}', { name: mint.details.name }) : mint.details.name}
          </h2>
          <p className={ui.quiet}>
            <Unbroken
              text={t(
                'It takes 1-3 minutes. You can leave this page: what is sent continues, and nothing is minted twice.',
              )}
            />
          </p>
        </div>
        <ProgressLines
          mint={mint}
          progress={watch ?? {}}
          asked={isCurrent}
          filesFirst={filesFirst}
        />
        {older && (
          <Notice tone="careful" title={t('This draft has an older picture')}>
            {t('The cut-out was fixed after this draft was made. It would mint the older picture.')}
          </Notice>
        )}
        {waits && current && (
          <Notice title={t('Waiting for {name}', { name: current.details.name })} />
        )}
        {running && watch?.trouble !== undefined && (
          <Notice tone="careful" title={holdUpOf(watch.trouble)}>
            {t('We keep trying.')}
          </Notice>
        )}
        {!running && (
          <Halt mint={mint} code={problem?.mint === mint.id ? problem.code : undefined} onGo={go} />
        )}
        {running && (stopsNow || hasNext) && (
          <div className={ui.wrap3}>
            <Button onClick={() => void series.stop(mint)}>
              {stopsNow ? t('Stop') : t('Stop after this one')}
            </Button>
          </div>
        )}
        <NetworkMark label={network} />
        {mints.length > 1 && <Overview mints={mints} current={current?.id} pictureOf={pictureOf} />}
        <p>
          <TextLink to="/dashboard">{t('Back to Dashboard')}</TextLink>
        </p>
      </div>
    </div>
  );
}

/** All mints of the series with their states. */
const Overview = ({
  mints,
  current,
  pictureOf,
}: RunStepProps & { readonly current: string | undefined }) => (
  <section aria-labelledby="overview">
    <h3 id="overview" className={ui.caption}>
      {t('{minted} of {all} minted', {
        minted: mints.filter(isMinted).length,
        all: mints.length,
      })}
    </h3>
    <ol className={styles.overview}>
      {mints.map((mint) => (
        <li key={mint.id} className={cx(mint.id === current && styles.current)}>
          <span className={styles.thumb}>
            <MintPicture mintable={pictureOf(mint)} which="thumb" alt="" />
          </span>
          <b>{mint.details.name}</b>
          <span className={ui.quiet}>
            {mint.id === current && canMint(mint) ? t('Preparing') : mintStatusWord(mint)}
          </span>
        </li>
      ))}
    </ol>
  </section>
);
