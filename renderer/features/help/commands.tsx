import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';

import { places } from '../../core/places.ts';
import { searchFor } from '../../core/search.ts';
import { locale, t } from '../../i18n/index.ts';
import { LANGUAGES, LOCALES } from '../../i18n/locales.ts';
import { chooseLanguage } from '../../state/language.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { rememberedAtom } from '../../state/remembered-atom.ts';
import { themeAtom } from '../../state/theme.ts';
import { showFailure } from '../../state/toasts.ts';
import { Field } from '../../ui/field.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import { ACTIONS, offeredActions } from '../parts/actions.ts';
import { SETTINGS_INDEX } from '../parts/settings-index.ts';
import styles from './help.module.css';
import { Keys } from './keys.tsx';

/** 'German' for 'de', in the page's language. */
const languageName = (tag: string): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;

interface Command {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Avatars are found by name, so that a large library doesn't fill the list. */
const AVATARS_SHOWN = 20;
const RECENT_SHOWN = 5;
const recentAtom = rememberedAtom<readonly string[]>('commands', z.array(z.string()), []);

/**
 * The commands that match a search; without one, those used last come first.
 * @param onConnect asks which wallet to connect
 */
function useFound(onConnect: () => void, search: string): readonly Command[] {
  const navigate = useNavigate();
  const { avatars } = useLibraryState();
  const recent = useAtomValue(recentAtom);
  const commands = useCommands(onConnect);
  const own = avatars.map(({ id, name }): Command => ({
    id: `/avatar/${String(id)}`,
    label: name,
    run: () => void navigate(`/avatar/${String(id)}`),
  }));
  if (search.trim() === '') {
    const last = recent.flatMap((id) => [...commands, ...own].find((one) => one.id === id) ?? []);
    return [...last, ...commands.filter((one) => !last.includes(one))];
  }
  const matches = searchFor(search);
  const matching = (some: readonly Command[]): readonly Command[] =>
    some.filter(({ label }) => matches(label));
  return [...matching(commands), ...matching(own).slice(0, AVATARS_SHOWN)];
}

/** @param onConnect asks which wallet to connect */
function useCommands(onConnect: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { wallets } = usePorts();
  const { status } = useWallet();
  const setTheme = useSetAtom(themeAtom);
  const [actions] = useState(offeredActions);
  return [
    ...actions
      .filter(({ id }) => id !== 'commands' && id !== 'close')
      .map(({ id, run }) => ({ id, label: ACTIONS[id].label, keys: ACTIONS[id].keys[0], run })),
    ...places().map(({ to, label }) => ({
      id: to,
      label: t('Go to {place}', { place: label }),
      run: () => void navigate(to),
    })),
    status === 'connected'
      ? {
          id: 'wallet',
          label: t('Disconnect wallet'),
          run: () => void wallets.disconnect().catch(showFailure),
        }
      : { id: 'wallet', label: t('Connect Wallet'), run: onConnect },
    { id: 'light', label: t('Light theme (Paper)'), run: () => setTheme('light') },
    { id: 'dark', label: t('Dark theme (Darkroom)'), run: () => setTheme('dark') },
    { id: 'system', label: t('Theme of the system'), run: () => setTheme('system') },
    ...[...SETTINGS_INDEX, ['problem', t('Report a problem')] as const].map(([section, label]) => {
      const id = `/dashboard?tab=settings#${section}`;
      return {
        id,
        label: t('{name}: {status}', { name: t('Settings'), status: label }),
        run: () => void navigate(id),
      };
    }),
    ...LOCALES.filter((one) => one !== locale).map((one) => ({
      id: `language-${one}`,
      // Found by its own name and by the name that this page's language has for it.
      label: t('Language: {language}', {
        language: `${LANGUAGES[one]} (${languageName(one)})`,
      }),
      run: () => chooseLanguage(one),
    })),
  ];
}

/** Searches all commands that are available everywhere, and the own avatars. */
export function Commands({
  onDone,
  onConnect,
}: {
  readonly onDone: () => void;
  readonly onConnect: () => void;
}) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const found = useFound(onConnect, search);
  const [recent, setRecent] = useAtom(recentAtom);
  const chosen = found[at];

  const run = (command: Command | undefined): void => {
    if (!command) return;
    setRecent([command.id, ...recent.filter((id) => id !== command.id)].slice(0, RECENT_SHOWN));
    onDone();
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    // The Enter that ends an input method's composition is part of the typing.
    if (event.nativeEvent.isComposing) return;
    const to = {
      ArrowDown: (at + 1) % Math.max(1, found.length),
      ArrowUp: (at - 1 + found.length) % Math.max(1, found.length),
    }[event.key];
    if (to !== undefined) setAt(to);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div className={ui.stack3}>
      <Field
        label={<VisuallyHidden>{t('What would you like to do?')}</VisuallyHidden>}
        placeholder={t('What would you like to do?')}
        // A search field would use the first Escape to clear itself.
        type="text"
        autoFocus
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={chosen && `${list}-${String(at)}`}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul id={list} role="listbox" aria-label={t('Commands')} className={styles.list}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${list}-${String(index)}`}
            role="option"
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            {command.keys !== undefined && <Keys keys={command.keys} />}
          </li>
        ))}
      </ul>
      <p role="status" className={cx(ui.small, ui.quiet)}>
        {found.length === 0
          ? t('Nothing found. Try another word.')
          : t('{count, plural, one {# command} other {# commands}}', {
              count: found.length,
            })}
      </p>
    </div>
  );
}
