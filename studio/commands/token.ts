import { EXIT, StudioError } from '../failures.ts';
import { dataFolder, openDatabase } from '../service/database.ts';
import { addToken, listTokens, revokeToken, SCOPES, type Scope } from '../service/tokens.ts';
import { parse, type Command } from './command.ts';

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

export const token: Command = {
  summary: 'Adds, lists and revokes the API’s tokens.',
  usage: `likeness token add NAME [--scopes read,write] | list | revoke ID   [--data DIR]

  --scopes LIST       of read, write, metrics and admin (read,write). 'metrics' shows the numbers of
                      the whole service at /metrics, 'admin' is for everything

The token is shown once; only its hash is stored. While a 'serve' has the embedded database open,
its /v1/tokens does the same for a token with the scope 'admin'.`,
  async run(args) {
    const { values, positionals } = parse(args, {
      scopes: { type: 'string', default: 'read,write' },
      data: { type: 'string' },
    });
    const [action, what, ...more] = positionals;
    const scopes = values.scopes.split(',').map((one) => one.trim());
    if (more.length > 0 || !['add', 'list', 'revoke'].includes(action ?? ''))
      throw new StudioError('usage', 'Use add NAME, list, or revoke ID.');
    if (action !== 'list' && what === undefined)
      throw new StudioError(
        'usage',
        action === 'add'
          ? 'Give the token a name.'
          : 'Name the token’s ID, which likeness token list shows.',
      );
    if (!scopes.every(isScope)) throw new StudioError('usage', `Scopes are ${SCOPES.join(', ')}.`);
    const db = await openDatabase(dataFolder(values.data));
    try {
      if (action === 'list') {
        for (const { id, name, scopes: has } of await listTokens(db))
          process.stdout.write(`${id}  ${name}  ${has.join(',')}\n`);
      } else if (action === 'add') {
        const { secret } = await addToken(db, what ?? '', scopes);
        process.stdout.write(`${secret}\n`);
      } else if (!/^[0-9a-f-]{36}$/.test(what ?? '') || !(await revokeToken(db, what ?? ''))) {
        throw new StudioError('usage', 'There is no such token.');
      }
      return EXIT.done;
    } finally {
      await db.close();
    }
  },
};
