import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

import { LikenessError, SENTENCES } from '../../renderer/core/errors.ts';

/** An error response as in RFC 9457, with a sentence for the reader. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, sentence: string, retryAfter?: number) {
    super(sentence);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** @param seconds after which to try again */
export const tooMany = (what: string, seconds: number): Problem =>
  new Problem(429, 'too-many-requests', `Too many ${what}. Try again later.`, seconds);

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457's JSON. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

export const bodyOf = ({
  status,
  code,
  message,
}: Pick<Problem, 'status' | 'code' | 'message'>): ProblemBody => ({
  type: `urn:likeness:problem:${code}`,
  title: STATUS_CODES[status] ?? 'Refused',
  status,
  code,
  detail: message,
});

/** Sends a problem. */
export const sendProblem = (reply: FastifyReply, problem: Problem): FastifyReply => {
  if (problem.retryAfter !== undefined) reply.header('Retry-After', String(problem.retryAfter));
  return reply.code(problem.status).type(PROBLEM_TYPE).send(bodyOf(problem));
};

/** The answer to a failure; what nobody expected is logged and not shown. */
export function problemOf(thrown: unknown, log: (text: string) => void): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof LikenessError) return new Problem(422, thrown.code, thrown.message);
  const { statusCode, code, message } = thrown as {
    statusCode?: number;
    code?: string;
    message?: string;
  };
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Problem(413, 'photo-too-large', SENTENCES['photo-too-large']);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem(
      statusCode,
      (code ?? 'invalid').toLowerCase().replaceAll('_', '-'),
      message ?? 'invalid',
    );
  log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return new Problem(
    500,
    'unexpected',
    'Something unexpected happened. Nothing was lost; try again.',
  );
}
