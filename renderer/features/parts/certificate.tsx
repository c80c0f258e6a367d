import { useMemo } from 'react';

import { shortenAddress } from '../../core/constants.ts';
import type { Mint, MintProof } from '../../core/mints/mint.ts';
import { isMinted } from '../../core/mints/selectors.ts';
import { formatDate, t } from '../../i18n/index.ts';
import { useBrand, useLibraryState } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useAsync } from '../../state/use-async.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { TextLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Fact } from '../../ui/fact.tsx';
import styles from './certificate.module.css';
import { ExternalLink } from './external-link.tsx';

/** The transaction's page in the chain's explorer. */
function useExplorer({ chain, state }: Mint): string | undefined {
  const { minting } = usePorts();
  const signature = state.kind === 'finalized' ? state.proof.signature : undefined;
  const read = useMemo(() => {
    const open = minting[chain];
    if (!open || signature === undefined) return undefined;
    return () =>
      open().then(
        (port) => port.explorerUrl(signature),
        () => undefined, // The signature itself is on the screen.
      );
  }, [minting, chain, signature]);
  return useAsync(read);
}

const CHAINS = {
  solana: 'Solana, Token-2022',
  polygon: 'Polygon, ERC-721',
} as const;

/** The addresses to show: a Solana token has its own, a Polygon one is a number in a contract. */
function addressesOf(
  chain: Mint['chain'],
  { address }: MintProof,
): readonly (readonly [label: string, value: string])[] {
  if (chain === 'solana') return [[t('Address'), address]];
  const [contract = '', token = ''] = address.split('/');
  return [
    [t('Contract'), contract],
    [t('Token'), token],
  ];
}

/** Proves that an avatar is an NFT: its address, its transaction, and where its files are. */
export function Certificate({ mint }: { readonly mint: Mint }) {
  const explorer = useExplorer(mint);
  const { config } = usePorts();
  const brand = useBrand();
  if (mint.state.kind !== 'finalized') return null;
  const { proof } = mint.state;
  const { media } = mint;
  return (
    <section
      className={styles.certificate}
      aria-label={t('Certificate of {name}', { name: mint.details.name })}
    >
      {brand && <BrandMark brand={brand} />}
      <p className={styles.kind}>
        {CHAINS[mint.chain]}
        {config.network === 'mainnet' ? '' : `, ${config.network}`}
      </p>
      <dl className={styles.facts}>
        <Fact name={t('Name')}>{mint.details.name}</Fact>
        <Fact name={t('Minted')}>{formatDate(proof.blockTime ?? mint.updatedAt)}</Fact>
        <Fact name={t('Owner at minting')}>
          <span title={proof.owner}>{shortenAddress(proof.owner)}</span>
        </Fact>
        {/* Polygon's contract lets another address mint the same metadata. */}
        {mint.chain === 'solana' && <Fact name={t('Edition')}>{t('1 of 1')}</Fact>}
      </dl>
      {addressesOf(mint.chain, proof).map(([label, value]) => (
        <Long key={label} label={label} value={value} />
      ))}
      <Long label={t('Transaction')} value={proof.signature} />
      {media && <Long label={t('Picture')} value={media.picture.url} />}
      {media?.animation && <Long label={t('Animation')} value={media.animation.url} />}
      {media && <Long label={t('Metadata')} value={media.metadata.url} />}
      <p className={styles.actions}>
        {explorer !== undefined && (
          <ExternalLink href={explorer}>{t('View on explorer')}</ExternalLink>
        )}
        <TextLink to="/nft-guide">{t('Where to use it')}</TextLink>
      </p>
    </section>
  );
}

const Long = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={styles.long}>
    <p>{label}</p>
    <CopyField label={label} value={value}>
      <span className={styles.cut} title={value}>
        {value}
      </span>
    </CopyField>
  </div>
);

/** The uids of avatars that are NFTs. */
export function useMintedUids(): ReadonlySet<string> {
  const { mints } = useLibraryState();
  return useMemo(() => new Set(mints.filter(isMinted).map(({ avatarUid }) => avatarUid)), [mints]);
}

/** An avatar's mints: at most one, unless a second chain was used while the first was open. */
export const useMinted = (avatarUid: string): readonly Mint[] =>
  useLibraryState().mints.filter((mint) => mint.avatarUid === avatarUid && isMinted(mint));
