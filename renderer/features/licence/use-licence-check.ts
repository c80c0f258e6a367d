import { useRef, useState } from 'react';

import { sentence } from '../../core/errors.ts';
import { isSignedBy } from '../../core/licence-signature.ts';
import type { Licence } from '../../core/licence.ts';
import { i18n } from '../../i18n/index.ts';
import { checkLicence, type PaymentStatus, type ReadBefore } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';

/**
 * Checks a licence's payments on the chain: their statuses, in the licence's order, and whether a
 * wallet that made one of them signed the licence. A check that didn't finish goes on when it is
 * repeated.
 */
export function useLicenceCheck() {
  const { chain, config } = usePorts();
  const [statuses, setStatuses] = useState<readonly PaymentStatus[]>();
  const [signed, setSigned] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = useRef<ReadBefore>(new Map());
  const check = async (licence: Licence): Promise<readonly PaymentStatus[] | undefined> => {
    setBusy(true);
    setProblem(undefined);
    setStatuses(undefined);
    try {
      const port = await chain();
      const found = await checkLicence(port, licence, config.treasury, {
        read: read.current,
      });
      if (found === 'other-network') {
        setProblem(i18n.t('This licence is of another network, or of a sandbox that was reset.'));
        return undefined;
      }
      setSigned(
        licence.payments.some(
          ({ wallet }, at) => found[at] === 'paid' && isSignedBy(licence, wallet, port),
        ),
      );
      setStatuses(found);
      return found;
    } catch (failure) {
      setProblem(sentence(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { statuses, signed, busy, problem, check };
}
