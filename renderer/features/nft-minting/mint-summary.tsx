import { useEffect, useState } from 'react';

import { ANIMATED, PUBLISHING, type BlockchainId } from '../../content/minting.ts';
import { MINTED_EDGE, shortenAddress } from '../../core/constants.ts';
import { errorCode, LikenessError, sentence, SENTENCES } from '../../core/errors.ts';
import { t } from '../../i18n/index.ts';
import type { MintQuote } from '../../ports/minting.ts';
import { useBrand } from '../../state/library/index.ts';
import { useMinter, type MintRequest } from '../../state/minting/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';
import { onReturn, useAction } from '../../state/use-async.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import {
  Receipt,
  ReceiptAmount,
  ReceiptFact,
  ReceiptRule,
  ReceiptText,
} from '../../ui/receipt.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { WalletChoices } from '../shell/index.ts';
import { counted, type AnimatedView } from './choose.tsx';
import { blockchain, shownQuote, useMintChain, type ShownQuote } from './mint-chain.ts';
import styles from './mint-summary.module.css';
import { MintPicture, type Mintable } from './mintable.tsx';

interface ConsentProps {
  readonly count: number;
  readonly total: string | undefined;
  /** Of one mint, with its coin. */
  readonly cost: string;
  /** The wallet sends by itself, so the files are published before it is asked. */
  readonly filesFirst: boolean;
  /** If the NFT is animated: what is published beside the picture, and how it is counted. */
  readonly animated: readonly string[];
  /** The chain's 'Network: …'. */
  readonly network: string;
  readonly onClose: () => void;
  readonly onAgree: () => void;
}

const actionWords = (count: number, total: string | undefined): string => {
  if (count > 1)
    return total === undefined
      ? t('Publish and mint {count, plural, one {# avatar} other {# avatars}}', { count })
      : t('Publish and mint {count, plural, one {# avatar} other {# avatars}} for {total}', {
          count,
          total,
        });
  return total === undefined ? t('Publish and mint') : t('Publish and mint for {total}', { total });
};

/** Says plainly what minting does, before any wallet opens. */
function Consent({
  count,
  total,
  cost,
  filesFirst,
  animated,
  network,
  onAgree,
  onClose,
}: ConsentProps) {
  const [understood, setUnderstood] = useState(false);
  const format = writableFormats().includes('webp') ? 'WebP' : 'JPEG';
  return (
    <div className={cx(ui.stack4, styles.consent)}>
      <ul>
        {[
          ...PUBLISHING.points(format, MINTED_EDGE, cost),
          ...animated,
          filesFirst ? PUBLISHING.filesFirst : PUBLISHING.walletFirst,
        ].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <NetworkMark label={network} />
      <CheckField
        label={PUBLISHING.consent}
        checked={understood}
        onChange={(event) => setUnderstood(event.target.checked)}
      />
      <Button variant="accent" wide disabled={!understood} onClick={onAgree}>
        {actionWords(count, total)}
      </Button>
      <Button wide onClick={onClose}>
        {t('Not now')}
      </Button>
    </div>
  );
}

interface CostProps {
  readonly chain: BlockchainId;
  readonly count: number;
  readonly quote: MintQuote | undefined;
  /** True while the chain is asked for the quote. */
  readonly asking: boolean;
}

/** Holds the lines' places, so that the button below doesn't move when the quote arrives. */
const pending = (price: string, deposit: boolean): ShownQuote => ({
  price,
  ...(deposit && { rent: '…' }),
  fee: '…',
  total: '…',
  balance: '…',
});

/** The costs line by line; before a wallet is connected, those known without one. */
function Cost({ chain, count, quote, asking }: CostProps) {
  const { cost, coin: unit, feeIs, deposit } = blockchain(chain);
  const several = count > 1;
  if (!quote && !asking)
    return (
      <ReceiptAmount
        label={several ? t('Mint cost, each of {count}', { count }) : t('Mint cost')}
        amount={cost}
        unit={unit}
        variant="total"
      />
    );
  const { price, rent, fee, total } = quote
    ? shownQuote(chain, quote)
    : pending(several ? '…' : cost, deposit);
  return (
    <>
      <ReceiptAmount
        label={
          several
            ? t('Mint cost, {count, plural, one {# avatar} other {# avatars}}', { count })
            : t('Mint cost')
        }
        amount={price}
        unit={unit}
      />
      {rent !== undefined && (
        <ReceiptAmount label={t('Account deposit')} amount={rent} unit={unit} />
      )}
      <ReceiptAmount
        label={feeIs === 'at most' ? t('Network fee, at most') : t('Network fee')}
        amount={fee}
        unit={unit}
      />
      <ReceiptAmount label={t('Storage')} amount="0" unit={unit} variant="quiet" />
      <ReceiptAmount label={t('Total')} amount={total} unit={unit} variant="total" />
    </>
  );
}

interface Answer {
  readonly key: string;
  readonly quote?: MintQuote;
  readonly obstacle?: string | undefined;
}

/** What is said to a wallet that has enough for each of these mints, and not for all. */
function shortfall(chain: BlockchainId, quote: MintQuote): string | undefined {
  if (quote.price + quote.rent + quote.fee <= quote.balance) return undefined;
  const { coin } = blockchain(chain);
  const { balance, total } = shownQuote(chain, quote);
  return sentence(
    new LikenessError(
      chain === 'polygon' ? 'polygon-insufficient-funds' : 'mint-insufficient-funds',
      { balance: `${balance} ${coin}`, needed: `${total} ${coin}` },
    ),
  );
}

/** Waits this long, so that the chain isn't asked at every letter of a name. */
const PAUSE_MS = 350;
const utf8 = new TextEncoder();
const sizeOf = ({ details }: MintRequest): number => utf8.encode(details.name).length;
const WORTH_SAYING: ReadonlySet<string> = new Set([
  'wallet-is-treasury',
  'wallet-link-too-long',
  'mint-insufficient-funds',
  'network-wrong',
  'network-unreachable',
  'polygon-insufficient-funds',
  'polygon-unreachable',
  'mint-paused',
  'mint-contract-missing',
]);

/**
 * What the connected wallet would pay for these mints together. It asks once per length of a name,
 * since nothing else in them changes the amounts.
 */
function useMintQuote(requests: readonly MintRequest[]) {
  const minter = useMinter();
  const scope = useScope();
  const { clock } = usePorts();
  const { solana, evm } = useWallet();
  const [answer, setAnswer] = useState<Answer>();
  const [first] = requests;
  const owner = first?.chain === 'polygon' ? evm?.address : solana?.address;
  const sizes = requests.map(sizeOf);
  const key =
    first && scope && owner !== undefined
      ? [scope.genesis, first.chain, owner, ...sizes].join(' ')
      : undefined;

  useEffect(() => {
    if (key === undefined || !first || !scope) return;
    const leave = new AbortController();
    const ask = async (): Promise<MintQuote> => {
      await clock.wait(PAUSE_MS, leave.signal);
      const bySize = new Map<number, Promise<MintQuote>>();
      const quotes = requests.map((request) => {
        const size = sizeOf(request);
        const quote = bySize.get(size) ?? minter.quote(request, scope);
        bySize.set(size, quote);
        return quote;
      });
      return (await Promise.all(quotes)).reduce((sum, one) => ({
        price: sum.price + one.price,
        rent: sum.rent + one.rent,
        fee: sum.fee + one.fee,
        balance: one.balance,
      }));
    };
    let isQuoted = false;
    const look = (): void =>
      void ask().then(
        (quote) => {
          const obstacle = shortfall(first.chain, quote);
          isQuoted = obstacle === undefined;
          if (!leave.signal.aborted) setAnswer({ key, quote, obstacle });
        },
        (thrown: unknown) => {
          if (!leave.signal.aborted)
            setAnswer({
              key,
              obstacle: WORTH_SAYING.has(errorCode(thrown)) ? sentence(thrown) : undefined,
            });
        },
      );
    look();
    // Money may have been added to the wallet, or its network changed, meanwhile.
    const stop = onReturn(() => {
      if (!isQuoted) look();
    });
    return () => {
      stop();
      leave.abort();
    };
    // The key holds all parts of the requests that the amounts depend on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [minter, key]);

  const { quote, obstacle } = answer?.key === key ? (answer ?? {}) : {};
  /** `asking` is true while the chain is asked. */
  return { quote, obstacle, asking: key !== undefined && answer?.key !== key };
}

export interface MintSummaryProps {
  readonly chosen: readonly Mintable[];
  readonly chain: BlockchainId;
  readonly requests: readonly MintRequest[];
  /** Samples exist in the sandbox only. */
  readonly samples: boolean;
  /** Something has to be decided first. */
  readonly blocked: boolean;
  /** What is known about the loops, if they are minted animated. */
  readonly animated?: AnimatedView;
  readonly onMint: () => Promise<void>;
}

/** The preview, its cost, the wallet, and the button. */
export function MintSummary({
  chosen,
  chain,
  requests,
  samples,
  blocked,
  animated,
  onMint,
}: MintSummaryProps) {
  const { config } = usePorts();
  const brand = useBrand();
  const [asking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const minting = useAction('mint-failed');
  const { quote, obstacle, asking: quoting } = useMintQuote(requests);
  const { name, coin, cost, wallet: walletChain } = blockchain(chain);
  const { wallet, filesFirst, network } = useMintChain(chain);
  const [first, ...more] = chosen;
  const refused = samples && config.network !== 'sandbox';
  const total = quote && `${shownQuote(chain, quote).total} ${coin}`;

  return (
    <aside className={cx(ui.stack6, styles.summary)} aria-label={t('Preview')}>
      <Receipt
        label={t('What will be minted')}
        mark={brand && <BrandMark brand={brand} />}
        corner={t('Preview')}
      >
        <ReceiptRule />
        <div className={styles.preview}>
          {first && (
            <MintPicture
              mintable={first}
              which="full"
              alt={t('Preview of {name}', { name: first.name })}
            />
          )}
          {more.length > 0 && <span className={styles.more}>+{more.length}</span>}
        </div>
        <ReceiptText>
          <b>
            {more.length > 0
              ? t('{count, plural, one {# avatar} other {# avatars}}', {
                  count: chosen.length,
                })
              : (requests[0]?.details.name ?? t('No avatar chosen'))}
          </b>
          {first && (
            <div className={ui.quiet}>
              {[...new Set(chosen.map(({ label }) => label))].join(', ')}
            </div>
          )}
        </ReceiptText>
        <ReceiptRule />
        <ReceiptFact name={t('Blockchain')}>{name}</ReceiptFact>
        {animated && (
          <ReceiptFact name={t('Animated')}>
            {t('Video, {edge} × {edge}', { edge: animated.edge ?? 480 })}
          </ReceiptFact>
        )}
        <Cost chain={chain} count={chosen.length} quote={quote} asking={quoting} />
      </Receipt>
      <div className={ui.stack5}>
        {wallet ? (
          <p className={styles.wallet}>
            <Trans
              id="Wallet <b>{address}</b>"
              values={{ address: shortenAddress(wallet.address) }}
              components={{ b: <b title={wallet.address} /> }}
            />
          </p>
        ) : (
          <WalletChoices chain={walletChain} />
        )}
        {refused && <Notice tone="careful" title={SENTENCES['mint-samples']} />}
        {obstacle !== undefined && <Notice tone="careful" title={obstacle} />}
        {minting.problem !== undefined && <ErrorNote what={minting.problem} />}
        <Button
          variant="accent"
          wide
          disabled={!wallet || chosen.length === 0 || refused || blocked}
          onClick={() => setAsking(true)}
        >
          {t('Mint NFT')}
        </Button>
        <NetworkMark label={network} />
      </div>
      <Dialog open={asking} onClose={close} title={PUBLISHING.title}>
        <Consent
          count={chosen.length}
          total={total}
          cost={`${cost} ${coin}`}
          filesFirst={filesFirst}
          animated={
            animated
              ? [ANIMATED.fits(animated.edge ?? 480, animated.free), counted(animated) ?? '']
              : []
          }
          network={network}
          onClose={close}
          onAgree={() => {
            close();
            minting.run(onMint);
          }}
        />
      </Dialog>
    </aside>
  );
}
