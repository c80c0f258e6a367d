import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { Mint } from '../../core/mints/mint.ts';
import { isMinted, isUnanswered, takenAvatars } from '../../core/mints/selectors.ts';
import { i18n } from '../../i18n/index.ts';
import { SAMPLES, useLibraryState } from '../../state/library/index.ts';
import { sampleUid, useMints } from '../../state/minting/index.ts';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
import { askedAvatar, askedSeveral, mintables, nextMintable } from './mintable.ts';
import styles from './nft-minting-screen.module.css';
import { RunStep } from './run-step.tsx';
import { SelectStep } from './select-step.tsx';
import { Steps } from './steps.tsx';
import { SuccessStep } from './success-step.tsx';

const pictureOf = ({ avatarUid }: Mint): { uid: string; url?: string } => {
  const sample = SAMPLES.find(({ id }) => sampleUid(id) === avatarUid);
  return { uid: avatarUid, ...(sample && { url: sample.picture }) };
};

/** /nft-minting: the address holds the chosen `avatar` or `several`, and the started `series`. */
export function NftMintingScreen() {
  const [query, setQuery] = useSearchParams();
  const { loaded, avatars, untouched } = useLibraryState();
  const mints = useMints();
  const [asked, setAsked] = useState(() => askedAvatar(query.get('avatar')));
  const all =
    loaded && mints ? mintables(avatars, untouched ? SAMPLES : [], mints, sampleUid) : undefined;
  const series = query.get('series');
  const running = mints?.filter((mint) => mint.series === series) ?? [];
  const at = running.length === 0 ? 'select' : running.every(isMinted) ? 'success' : 'mint';
  const choose = (id: number): void => {
    setAsked(id);
    setQuery({ avatar: String(id) }, { replace: true, preventScrollReset: true });
  };
  const another = all && nextMintable(all, running[0]?.avatarId);

  return (
    <div className={cx(t.page, styles.place)}>
      <h1 className={t.title}>{i18n.t('Mint Your Avatar NFT')}</h1>
      <Steps at={at} />
      {at === 'select' && (
        <SelectStep
          all={all}
          mints={mints ?? []}
          samples={untouched}
          asked={asked}
          several={askedSeveral(query.get('several'))}
          open={mints?.findLast(
            (mint) =>
              (mint.state.kind !== 'draft' || isUnanswered(mint)) &&
              !takenAvatars(mints.filter(isMinted)).has(mint.avatarUid),
          )}
          elsewhere={series !== null && mints !== undefined && running.length === 0}
          onChoose={choose}
          onStarted={(id) => setQuery({ series: id })}
        />
      )}
      {at === 'mint' && <RunStep mints={running} pictureOf={pictureOf} />}
      {at === 'success' && (
        <SuccessStep
          mints={running}
          pictureOf={pictureOf}
          onAnother={
            another &&
            (() => {
              setAsked(another.id);
              setQuery({ avatar: String(another.id) });
            })
          }
        />
      )}
    </div>
  );
}
