import { useAtomValue } from 'jotai';

import type { PlanId } from '../../core/plans.ts';
import { setChoiceAtom } from '../../state/settings.ts';
import { TextLink } from '../../ui/button.tsx';
import { ReceiptText } from '../../ui/receipt.tsx';
import { Trans } from '../../ui/text.tsx';
import { SetFrames, usePlannedSet } from '../set/index.ts';
import styles from './payment.module.css';

/** The buyer's own pictures on the receipt; nothing without a photo. */
export function FirstPictures({ plan }: { readonly plan: PlanId }) {
  const pictures = usePlannedSet(plan);
  const { count } = useAtomValue(setChoiceAtom);
  if (pictures.length === 0) return null;
  return (
    <div className={styles.pictures}>
      <SetFrames pictures={pictures} ready />
      <ReceiptText quiet>
        <Trans
          id="{count} of them are made right away, like these. <link>Change</link>"
          values={{ count }}
          components={{ link: <TextLink to="/customize" /> }}
        />
      </ReceiptText>
    </div>
  );
}
