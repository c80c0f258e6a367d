import { readFileSync } from 'node:fs';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';

import { catalogueFile, readMessages } from '../vite-messages.ts';
import { LANGUAGES, TRANSLATED_LOCALES } from './locales.ts';

/** The placeholders and tags of a message: ['name'], ['<link>', '</link>']. */
function partsOf(message: string | CompiledMessage): string[] {
  const found = new Set<string>();
  const look = (tokens: unknown): void => {
    if (typeof tokens === 'string')
      for (const [tag] of tokens.matchAll(/<\/?\w+\/?>/g)) found.add(tag);
    else if (Array.isArray(tokens))
      for (const token of tokens as unknown[]) {
        if (!Array.isArray(token)) {
          look(token);
          continue;
        }
        const [name, , choices] = token as [string, unknown, unknown];
        found.add(name);
        if (typeof choices === 'object' && choices) Object.values(choices).forEach(look);
      }
  };
  look(typeof message === 'string' ? [message] : message);
  return [...found].sort();
}

/** Words that say something else, or another thing that the product also has; see docs/glossaries. */
const FORBIDDEN: Readonly<Partial<Record<string, RegExp>>> = {
  // A police checkpoint; another word for a computer.
  ar: /نقطة تفتيش|حاسوب/,
  // Computed, not charged.
  de: /berechn/i,
  // Of Spain only; a picture of an engine is an aspecto.
  es: /ordenador|\bcostes?\b|(?<!\{)\blooks?\b/i,
  // Of software; octets are Mo; a space at which a line may end.
  fr: /développement|\d\s*[KMG]B\b|\}\s[KMG]B\b| [;:?!»]|« |\u202F\.(?!\w)/i,
  // Handed over, and in cash.
  it: /\bceduti\b|pagamento a mano/i,
  ja: /数え(ます|られません|られるのは)|コンピューター|検問所/,
  // The other politeness; a particle that depends on a value's last sound; a police checkpoint.
  ko: /니다(?![가-힣])|당신|저절로|검문소|\(으\)로|은\(는\)|을\(를\)/,
  // A wallet's recovery phrase.
  'pt-BR': /frase secreta/i,
  // A tax document; a secret key, where the payment's reference is meant.
  'zh-Hans': /发票|参考密钥/,
};

/** Terms of money and secrets in English, and what they have to be in each language: see docs/glossaries. */
const REQUIRED: readonly (readonly [RegExp, Readonly<Record<string, RegExp>>])[] = [
  [
    /\brecovery phrase/i,
    {
      ar: /عبارة (ال)?استرداد/,
      de: /Wiederherstellungsphrase/,
      es: /frase de recuperación/,
      fr: /phrase de récupération/,
      it: /frase di recupero/,
      ja: /リカバリーフレーズ/,
      ko: /복구 문구/,
      'pt-BR': /frase de recuperação/,
      'zh-Hans': /助记词/,
    },
  ],
  [
    /\bnetwork fee/i,
    {
      ar: /رسوم الشبكة/,
      de: /Netzwerkgebühr/,
      es: /tarifas? de (la )?red/i,
      fr: /frais d[eu] réseau/i,
      it: /commission[ei] di rete/i,
      ja: /ネットワーク手数料/,
      ko: /네트워크 수수료/,
      'pt-BR': /taxas? d[ea] rede/i,
      'zh-Hans': /网络费/,
    },
  ],
  [
    /\bbeen charged/i,
    {
      ar: /خُ?صم/,
      de: /abgebucht/,
      es: /cobr/,
      fr: /débité/,
      it: /addebitat/,
      ja: /請求|発生/,
      ko: /청구/,
      'pt-BR': /cobran|cobrad/,
      'zh-Hans': /扣款|收取/,
    },
  ],
  [
    /\brefund/i,
    {
      ar: /استرداد|مسترد|سنرد|رُدّ|يُعاد|مردود/,
      de: /erstatt|zurück/i,
      es: /reembols/i,
      fr: /rembours/i,
      it: /rimbors/i,
      ja: /返金/,
      ko: /환불/,
      'pt-BR': /reembols/i,
      'zh-Hans': /退款|退回/,
    },
  ],
  [
    /\blibrar(y|ies)\b/i,
    {
      ar: /مكتب/,
      de: /bibliothek/i,
      es: /bibliotec/i,
      fr: /bibliothèque/i,
      it: /libreri/i,
      ja: /ライブラリ(?!ー)/,
      ko: /보관함/,
      'pt-BR': /bibliotec/i,
      'zh-Hans': /资料库/,
    },
  ],
  [
    /\btraits\b/i,
    {
      ar: /خصائص/,
      de: /Merkmale/,
      es: /atributos/i,
      fr: /attributs/i,
      it: /attributi/i,
      ja: /特性/,
      ko: /특성/,
      'pt-BR': /características/i,
      'zh-Hans': /特征/,
    },
  ],
];

describe.for(TRANSLATED_LOCALES)('the catalogue of %s', (locale) => {
  it('has the placeholders and tags of the English messages', async () => {
    const messages = await readMessages(locale);
    expect(Object.keys(messages).length, LANGUAGES[locale]).toBeGreaterThan(1_900);
    const wrong = Object.entries(messages).flatMap(([english, translated]) => {
      const wanted = partsOf(compileMessage(english)).join(' ');
      const is = partsOf(translated).join(' ');
      return wanted === is ? [] : [`${english}: ${wanted || 'none'}, not ${is || 'none'}`];
    });
    expect(wrong).toEqual([]);
  });

  it('uses no word that its glossary forbids', () => {
    const forbidden = FORBIDDEN[locale];
    const text = readFileSync(catalogueFile(locale), 'utf8');
    const translated = text.match(/^msgstr .*$/gm) ?? [];
    expect(translated.filter((line) => forbidden?.test(line))).toEqual([]);
  });

  it.for(REQUIRED)('has its glossary’s words for %s', async ([english, { [locale]: wanted }]) => {
    const said = Object.entries(await readMessages(locale)).filter(([text]) => english.test(text));
    expect(said.length).toBeGreaterThan(1);
    // Words may be divided by soft hyphens and spaces of no width.
    const bare = (text: unknown): string => JSON.stringify(text).replaceAll(/[\u00AD\u200B]/g, '');
    expect(said.filter(([, translated]) => wanted?.test(bare(translated)) !== true)).toEqual([]);
  });

  it('uses the plural forms of its language', async () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    // CLDR's 'many' of es, fr, it and pt is for millions.
    const allowed = new Set<string>([...pluralCategories, 'other', 'offset']);
    const wrong: string[] = [];
    const look = (tokens: unknown, english: string): void => {
      if (!Array.isArray(tokens)) return;
      for (const token of tokens as unknown[]) {
        if (!Array.isArray(token)) continue;
        const [, kind, choices] = token as [string, string | undefined, object | undefined];
        if (kind === 'plural')
          for (const form of pluralCategories)
            if (!Object.hasOwn(choices ?? {}, form)) wrong.push(`${english}: no ${form}`);
        for (const [form, text] of Object.entries(choices ?? {})) {
          if (kind === 'plural' && !allowed.has(form) && !/^=?\d+$/.test(form))
            wrong.push(`${english}: ${form}`);
          look(text, english);
        }
      }
    };
    for (const [english, translated] of Object.entries(await readMessages(locale)))
      look(translated, english);
    expect(wrong).toEqual([]);
  });
});
