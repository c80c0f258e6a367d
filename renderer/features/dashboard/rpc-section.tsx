import { useState } from 'react';

import { isSameRpc } from '../../core/config.ts';
import { LikenessError, sentence } from '../../core/errors.ts';
import { networkLabel } from '../../core/network.ts';
import { CHAIN_LABELS } from '../../core/rpc.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import type { RpcAnswer, RpcChoice } from '../../ports/rpc-choice.ts';
import { usePorts } from '../../state/ports.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Form, Options, SelectField } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section } from '../../ui/text.tsx';

const AS_BUILT = '';
const OWN = 'own';

type Result = { readonly address: string } & (
  | { readonly answer: RpcAnswer }
  | { readonly problem: string }
);

const hostOf = (address: string): string => new URL(address).host;

/** Chooses who the chain is read through: one of the build's RPCs or, on the desktop, any. */
export function RpcSection() {
  const { rpc } = usePorts();
  const choice = useAsync(rpc, 'rpc.choice');
  return (
    <Section title={t('Solana RPC')}>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'The server that reads the chain for you and passes on what you pay. Its operator sees your IP address and the wallet addresses that are asked about. It never sees a photo, and it can’t spend anything.',
        )}
      </p>
      {choice && <Choose choice={choice} />}
    </Section>
  );
}

function Choose({ choice }: { readonly choice: RpcChoice }) {
  const { network } = usePorts().config;
  const { offered, chosen, takesOwn } = choice;
  const isOwn = chosen !== undefined && !offered.some((one) => isSameRpc(one, chosen));
  const inForce =
    chosen === undefined
      ? AS_BUILT
      : isOwn
        ? OWN
        : (offered.find((one) => isSameRpc(one, chosen)) ?? AS_BUILT);
  const [selected, setSelected] = useState(inForce);
  const [own, setOwn] = useState(isOwn ? chosen : '');
  const [work, setWork] = useState<'testing' | 'changing'>();
  const [result, setResult] = useState<Result>();

  const address =
    selected === OWN ? own.trim() : selected === AS_BUILT ? (offered[0] ?? '') : selected;
  const isInForce = selected === inForce && (selected !== OWN || address === chosen);
  const checked = result?.address === address ? result : undefined;

  const run = async (
    kind: 'testing' | 'changing',
    does: () => Promise<Result | undefined>,
  ): Promise<void> => {
    setWork(kind);
    setResult(undefined);
    try {
      setResult(await does());
    } catch (failure) {
      const where = failure instanceof LikenessError ? failure.context['chain'] : undefined;
      setResult({
        address,
        problem:
          typeof where === 'string'
            ? `${sentence(failure)} ${t('It is {chain}.', { chain: CHAIN_LABELS[where as keyof typeof CHAIN_LABELS] })}`
            : sentence(failure),
      });
    } finally {
      setWork(undefined);
    }
  };
  const test = () => run('testing', async () => ({ address, answer: await choice.test(address) }));
  const use = () =>
    run('changing', async () => {
      await choice.use(selected === AS_BUILT ? undefined : address);
      location.reload();
      return undefined; // The page may be kept: the browser asks if it would lose work.
    });

  return (
    <Form
      className={ui.narrow}
      noValidate
      aria-label={t('Solana RPC')}
      onSubmit={() => {
        if (!work) void test();
      }}
    >
      {(offered.length > 1 || takesOwn) && (
        <SelectField
          label={t('RPC to ask first')}
          value={selected}
          disabled={work !== undefined}
          onChange={(event) => setSelected(event.target.value)}
        >
          <option value={AS_BUILT}>
            {t('The one that comes with Likeness ({host})', {
              host: hostOf(offered[0] ?? ''),
            })}
          </option>
          <Options of={offered.slice(1).map((one) => [one, hostOf(one)])} />
          {takesOwn && <option value={OWN}>{t('Another address')}</option>}
        </SelectField>
      )}
      {offered.length === 1 && !takesOwn && <p className={ui.mono}>{hostOf(offered[0] ?? '')}</p>}
      {selected === OWN && (
        <Field
          label={t('Its address')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          hint={t('Stays on this device, with the key that may be in it.')}
          value={own}
          readOnly={work !== undefined}
          onChange={(event) => setOwn(event.target.value)}
        />
      )}
      <div className={ui.wrap3}>
        <Button
          type="submit"
          size="small"
          busy={work === 'testing'}
          disabled={address === '' || work === 'changing'}
        >
          {work === 'testing' ? t('Asking…') : t('Test')}
        </Button>
        {!isInForce && (
          <Button
            variant="chain-outline"
            size="small"
            busy={work === 'changing'}
            disabled={address === '' || work === 'testing'}
            onClick={() => void use()}
          >
            {work === 'changing' ? t('Changing…') : t('Use it')}
          </Button>
        )}
      </div>
      {checked && 'problem' in checked && <ErrorNote what={checked.problem} />}
      {checked && 'answer' in checked && (
        <Notice
          tone={checked.answer.fits ? 'good' : 'bad'}
          title={t('{host} answers for {chain}', {
            host: hostOf(checked.address),
            chain: CHAIN_LABELS[checked.answer.chain],
          })}
        >
          {checked.answer.fits
            ? t('That is the chain of this app. It answered in {milliseconds} ms.', {
                milliseconds: formatNumber(checked.answer.milliseconds),
              })
            : t(
                'This app isn’t for that chain, so it can’t be used. Nothing was changed. {network}.',
                { network: networkLabel(network) },
              )}
        </Notice>
      )}
      {!isInForce && (
        <p className={cx(ui.small, ui.quiet)}>
          {t(
            'Likeness reloads to use it. Other RPCs stay as a fallback, and to prove that a payment has expired.',
          )}
        </p>
      )}
    </Form>
  );
}
