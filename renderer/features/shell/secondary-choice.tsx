import { useWallet } from '../../state/ports.ts';
import { TextButton } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
import type { Connecting } from './use-connect.ts';
import styles from './wallet-choices.module.css';

/** A way that works less well than the wallets above it: a line of text rather than a button. */
export function SecondaryChoice({
  connecting: { asked, away, connect },
}: {
  readonly connecting: Connecting;
}) {
  const second = useWallet().choices.filter((choice) => choice.second);
  return second.map((choice) => (
    <p key={choice.id} className={styles.hint}>
      <Trans
        id="Is the app on this device? <button>Connect {name}</button>"
        values={{ name: choice.name }}
        components={{
          button: (
            <TextButton
              disabled={asked !== undefined && !(away && asked !== choice.id)}
              onClick={() => connect(choice)}
            />
          ),
        }}
      />
    </p>
  ));
}
