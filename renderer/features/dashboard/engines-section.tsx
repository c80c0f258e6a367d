import { useCallback, useState } from 'react';

import { failureWords } from '../../content/looks.ts';
import { OWN_GRAPHS, placesOf, readGraph, withPlace } from '../../core/engines/graph.ts';
import { engineAddress, type EngineKind, type EngineSetup } from '../../core/engines/setup.ts';
import { sentence } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { fileSize } from '../../core/units.ts';
import { formatList, t } from '../../i18n/index.ts';
import { EngineFailed, type Engines, type KnownEngine, type Probed } from '../../ports/engines.ts';
import { usePorts } from '../../state/ports.ts';
import { useAction, useAsync } from '../../state/use-async.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, FileButton, TextButton } from '../../ui/button.tsx';
import { Answers, DialogButton } from '../../ui/dialog.tsx';
import { Field, Form, Options, SelectField, type FieldProps } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section } from '../../ui/text.tsx';
import styles from './engines-section.module.css';

const KIND_NAMES: Readonly<Record<EngineKind, string>> = {
  comfy: 'ComfyUI',
  sdcpp: 'stable-diffusion.cpp',
  sdapi: 'AUTOMATIC1111',
  edits: t('OpenAI-compatible'),
};
/** What an engine is called until there are several of a kind. */
const NAMES: Readonly<Record<EngineKind, string>> = {
  comfy: 'comfyui',
  sdcpp: 'sd-cpp',
  sdapi: 'automatic1111',
  edits: 'images',
};

const KEY_HINT = t('For AUTOMATIC1111: name:password. It is never shown again.');

const words = (thrown: unknown): string =>
  thrown instanceof EngineFailed ? failureWords(thrown.failure) : sentence(thrown);

/** The engines of the user's own that make looks. */
export function EnginesSection() {
  const { engines: port } = usePorts();
  const reach = useCallback(
    async () => ({ engines: await port?.().catch(noted('looks.run')) }),
    [port],
  );
  const found = useAsync(reach);
  return (
    <Section id="engines" title={t('Engines')}>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'An engine of your own makes looks: you in other clothes, places and light. It runs on your computer, in your network, or at a provider that you have a key for. Likeness asks you before it sends an engine its first photo.',
        )}
      </p>
      {found && !found.engines && (
        <p>
          {t(
            'A page on the web can’t reach your engine. The desktop app can, and so can the page that runs on your own computer.',
          )}
        </p>
      )}
      {found?.engines && <EngineList port={found.engines} />}
    </Section>
  );
}

function EngineList({ port }: { readonly port: Engines }) {
  const [round, setRound] = useState(0);
  // Another function asks anew, which is what a new round is for.
  const read = useCallback(async () => ({ round, engines: await port.list() }), [port, round]);
  const listed = useAsync(read, 'looks.run');
  const [kept, setKept] = useState<readonly KnownEngine[]>([]);
  const engines = listed?.engines ?? kept;
  const changed = (): void => {
    setKept(engines);
    setRound(round + 1);
  };
  return (
    <>
      {engines.length > 0 && (
        <ul className={cx(ui.stack5, styles.list)}>
          {engines.map((engine) => (
            <li key={engine.name}>
              <EngineCard port={port} engine={engine} onChange={changed} />
            </li>
          ))}
        </ul>
      )}
      <AddEngine port={port} onAdded={changed} />
    </>
  );
}

interface AddEngineProps {
  readonly port: Engines;
  readonly onAdded: () => void;
}

/** Finds out what is at an address, and adds it. */
function AddEngine({ port, onAdded }: AddEngineProps) {
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [wrong, setWrong] = useState(false);
  const { busy, problem, run, dismiss } = useAction(words);
  const add = (): void => {
    const read = engineAddress.safeParse(address.trim());
    setWrong(!read.success);
    dismiss();
    if (!read.success || busy) return;
    run(async () => {
      const found = await port.find(read.data, key, new AbortController().signal);
      // Another tab may have added some since the list was read.
      const names = (await port.list()).map((one) => one.name);
      const free = [
        NAMES[found.kind],
        ...Array.from({ length: 99 }, (_, at) => `${NAMES[found.kind]}-${String(at + 2)}`),
      ];
      const name = free.find((one) => !names.includes(one)) ?? NAMES[found.kind];
      await port.save({ name, ...found }, key);
      setAddress('');
      setKey('');
      onAdded();
    });
  };
  return (
    <Form className={ui.narrow} noValidate aria-label={t('Add engine')} onSubmit={add}>
      <Field
        label={t('Address of the engine')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="http://127.0.0.1:8188"
        hint={t('ComfyUI, stable-diffusion.cpp, AUTOMATIC1111, or an OpenAI-compatible server.')}
        error={
          wrong
            ? t('Enter a full address, like http://127.0.0.1:8188, without a name or a password.')
            : undefined
        }
        value={address}
        readOnly={busy}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Field
        label={t('Key (optional)')}
        type="password"
        autoComplete="off"
        hint={KEY_HINT}
        value={key}
        readOnly={busy}
        onChange={({ target }) => setKey(target.value)}
      />
      <Button type="submit" size="small" busy={busy} disabled={address.trim() === ''}>
        {busy ? t('Asking…') : t('Add engine')}
      </Button>
      {problem !== undefined && <ErrorNote what={problem} />}
    </Form>
  );
}

interface EngineCardProps {
  readonly port: Engines;
  readonly engine: KnownEngine;
  readonly onChange: () => void;
}

/** What a check of an engine found: whether it answers, and whether it has what it needs. */
type State = { readonly probed: Probed } | { readonly problem: string };

function EngineCard({ port, engine, onChange }: EngineCardProps) {
  const { name, kind, address, photosAllowed, photoBytes, hasKey, keyInMemory } = engine;
  const [model, setModel] = useState(engine.model ?? '');
  const [key, setKey] = useState('');
  const [again, setAgain] = useState(0);
  const { busy, problem, run } = useAction(words);
  const probe = useCallback(
    async (): Promise<State & { readonly round: number }> => ({
      round: again,
      ...(await port.probe(name, new AbortController().signal).then(
        (probed) => ({ probed }),
        (thrown: unknown) => ({ problem: words(thrown) }),
      )),
    }),
    [port, name, again],
  );
  const state = useAsync(probe);
  const change = (work: () => Promise<unknown>): void =>
    run(async () => {
      await work();
      setAgain(again + 1);
      onChange();
    });
  const save = (more: Partial<Pick<EngineSetup, 'model' | 'workflow'>>, secret?: string) => {
    const { model = '', workflow } = { ...engine, ...more };
    const setup = { name, kind, address, ...(model !== '' && { model }) };
    return port.save({ ...setup, ...(workflow !== undefined && { workflow }) }, secret);
  };
  return (
    <article className={cx(ui.stack3, ui.start, styles.engine)} aria-label={name}>
      <h3 className={ui.caption}>{name}</h3>
      <p className={cx(ui.mono, styles.address)}>
        {KIND_NAMES[kind]} · {address}
      </p>
      <Condition state={state} />
      {kind === 'comfy' && (
        <Workflow
          engine={engine}
          busy={busy}
          onSave={(workflow) => change(() => save({ workflow }))}
        />
      )}
      {kind === 'edits' && (
        <Detail
          label={t('Model')}
          hint={t('Needed only if the server has several models. Example: gpt-image-1.5.')}
          value={model}
          readOnly={busy}
          isChanged={model.trim() !== (engine.model ?? '')}
          onChange={({ target }) => setModel(target.value)}
          onSave={() => change(() => save({ model: model.trim() }))}
        />
      )}
      <Detail
        label={t('Key (optional)')}
        hint={KEY_HINT}
        type="password"
        value={key}
        readOnly={busy}
        isChanged={key !== ''}
        onChange={({ target }) => setKey(target.value)}
        onSave={() => change(() => save({}, key).then(() => setKey('')))}
      />
      {keyInMemory === true && (
        <p className={ui.quiet}>
          {t('Its key is kept only until you quit. Enter it again after a restart.')}
        </p>
      )}
      <p>
        {photosAllowed === undefined
          ? t('No photo may be sent to it. Likeness asks you when you make the first look.')
          : t('Photos may be sent to it.')}{' '}
        {photoBytes === 0
          ? t('None was sent so far.')
          : t('Sent so far: {size} of photos.', { size: fileSize(photoBytes) })}
      </p>
      <div className={ui.wrap3}>
        <Button size="small" busy={state === undefined} onClick={() => setAgain(again + 1)}>
          {t('Check again')}
        </Button>
        {photosAllowed !== undefined && (
          <TextButton onClick={() => change(() => port.allowPhotos(name, null))}>
            {t('Allow no more photos')}
          </TextButton>
        )}
        <DialogButton text label={t('Remove')} title={t('Remove {name}', { name })}>
          {(close) => (
            <>
              <p className={ui.mono}>{address}</p>
              {hasKey && <p>{t('The key kept for it is deleted, too.')}</p>}
              <Answers
                yes={t('Remove')}
                onYes={() => change(() => port.remove(name))}
                close={close}
              />
            </>
          )}
        </DialogButton>
      </div>
      {problem !== undefined && <ErrorNote what={problem} />}
    </article>
  );
}

/** Reachable and ready are two things: it may answer and lack a model. */
function Condition({ state }: { readonly state: State | undefined }) {
  if (!state) return <p role="status">{t('Asking…')}</p>;
  if ('problem' in state)
    return (
      <p role="status">
        <Badge tone="bad">{t('Not reachable')}</Badge> {state.problem}
      </p>
    );
  const { missing, sendsOn, version } = state.probed;
  const ready = missing.length === 0;
  return (
    <div role="status" className={ui.stack2}>
      <p>
        <Badge tone="good">{t('Reachable')}</Badge>{' '}
        <Badge tone={ready ? 'good' : 'bad'}>{ready ? t('Ready to use') : t('Not ready')}</Badge>{' '}
        {version}
      </p>
      {!ready && (
        <>
          <p>{t('The engine says what is missing, in English:')}</p>
          <ul className={styles.missing}>
            {missing.map((one) => (
              <li key={one} lang="en" dir="ltr">
                {one}
              </li>
            ))}
          </ul>
        </>
      )}
      {sendsOn.length > 0 && (
        <p>
          {t('Its workflow passes the photo on to others: {parts}.', {
            parts: formatList([...sendsOn]),
          })}
        </p>
      )}
    </div>
  );
}

interface DetailProps extends FieldProps {
  readonly isChanged: boolean;
  readonly onSave: () => void;
}

/** A text that the engine is set up with, and can be changed. */
const Detail = ({ isChanged, onSave, ...field }: DetailProps) => (
  <Form className={ui.narrow} onSubmit={() => isChanged && onSave()}>
    <Field autoComplete="off" spellCheck={false} {...field} />
    {isChanged && (
      <Button type="submit" size="small">
        {t('Save')}
      </Button>
    )}
  </Form>
);

interface WorkflowProps {
  readonly engine: KnownEngine;
  readonly busy: boolean;
  readonly onSave: (workflow: string) => void;
}

const OWN = 'own';
type Graph = ReturnType<typeof readGraph>;

/** One of our workflows, or the user's own; if that has several places, the user says which count. */
function Workflow({ engine, busy, onSave }: WorkflowProps) {
  const { workflow = 'qwen-edit' } = engine;
  const isOurs = Object.hasOwn(OWN_GRAPHS, workflow);
  const [graph, setGraph] = useState<Graph>();
  const [problem, setProblem] = useState<string>();
  const open = async (file: File): Promise<void> => {
    setGraph(undefined);
    setProblem(undefined);
    try {
      const read = readGraph(JSON.parse(await file.text()));
      const { photo, prompt } = placesOf(read);
      if (photo.length === 0 || prompt.length === 0)
        setProblem(t('This workflow has no node that loads a picture, or none that takes words.'));
      else if (photo.length === 1 && prompt.length === 1) onSave(JSON.stringify(read));
      else setGraph(read);
    } catch {
      // Not JSON, or not in the format: either way it isn't that file.
      setProblem(
        t(
          'This isn’t a workflow for the API. In ComfyUI, choose Workflow, Export (API), and take that file.',
        ),
      );
    }
  };
  return (
    <div className={cx(ui.stack3, ui.start)}>
      <SelectField
        label={t('Workflow')}
        value={isOurs ? workflow : OWN}
        onChange={({ target }) => !busy && onSave(target.value)}
      >
        <option value="qwen-edit">Qwen-Image-Edit</option>
        <option value="kontext">FLUX.1 Kontext</option>
        {!isOurs && <option value={OWN}>{t('Your own')}</option>}
      </SelectField>
      <FileButton
        size="small"
        label={t('Workflow file')}
        accept=".json,application/json"
        onFiles={([file]) => void open(file)}
      >
        {t('Import a workflow…')}
      </FileButton>
      {graph && (
        <Places
          graph={graph}
          onChosen={(chosen) => {
            setGraph(undefined);
            onSave(JSON.stringify(chosen));
          }}
        />
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}

const optionOf = ({ id, title }: ReturnType<typeof placesOf>['photo'][number]) =>
  [id, `${title} (${id})`] as const;

/** Asks which node takes the photo and which the words, by the titles that they have in ComfyUI. */
function Places({ graph, onChosen }: { graph: Graph; onChosen: (graph: Graph) => void }) {
  const { photo, prompt } = placesOf(graph);
  const [photoAt, setPhotoAt] = useState(photo[0]?.id ?? '');
  const [promptAt, setPromptAt] = useState(prompt[0]?.id ?? '');
  return (
    <Form
      className={ui.narrow}
      aria-label={t('Places in the workflow')}
      onSubmit={() => onChosen(withPlace(withPlace(graph, 'photo', photoAt), 'prompt', promptAt))}
    >
      <SelectField
        label={t('Node that takes the photo')}
        value={photoAt}
        onChange={({ target }) => setPhotoAt(target.value)}
      >
        <Options of={photo.map(optionOf)} />
      </SelectField>
      <SelectField
        label={t('Node that takes the words')}
        value={promptAt}
        onChange={({ target }) => setPromptAt(target.value)}
      >
        <Options of={prompt.map(optionOf)} />
      </SelectField>
      <Button type="submit" size="small">
        {t('Use this workflow')}
      </Button>
    </Form>
  );
}
