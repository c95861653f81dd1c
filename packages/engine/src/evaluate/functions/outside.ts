import type { Argument } from './argument.ts'
import { Bytes, stored, text } from './argument.ts'
import { parameters } from './core-function.ts'
import type { OutsideFunction } from './core-function.ts'

/**
 * Only the outside can answer these. The provider `core` does, in the phase that reads the outside; until then
 * they are unknown.
 */
export const outsideFunctions: readonly OutsideFunction[] = [
  {
    name: 'file',
    summary:
      'The bytes of a file. A relative path starts at the folder of the blueprint in which it stands, or at `from`.',
    parameters: parameters('path: string', 'from?: string'),
    returns: 'any',
    answered: bytes,
  },
  {
    name: 'http_resource',
    summary: 'The bytes that a server answers at an http or https address that anybody may read.',
    parameters: parameters('url: string'),
    returns: 'any',
    answered: bytes,
  },
  {
    name: 'link',
    summary:
      'The data of the link between two resources, given as references or by their names: what its provider says of it once it is made.',
    parameters: parameters('a: any', 'b: any'),
    returns: 'object',
    answered: stored,
  },
  {
    name: 'cwd',
    summary: 'The folder in which Slipway was called.',
    parameters: [],
    returns: 'string',
    answered: stored,
  },
  {
    name: 'uuid',
    summary: 'A random UUID (version 4); the same one in every deployment, as long as the call stands where it stands.',
    parameters: [],
    returns: 'string',
    answered: stored,
    drawn: true,
  },
  {
    name: 'datetime',
    summary:
      'The time of the first deployment of this call, in UTC: `unix` seconds, `rfc3339`, or for names `tag` (2023-01-02--15-04-05) and `tagcompact` (20230102150405).',
    parameters: parameters('format: string'),
    returns: 'string',
    answered: stored,
    drawn: true,
  },
]

/** Bytes travel in base 64: answers are values. */
function bytes(answer: Argument): Bytes {
  return new Bytes(Buffer.from(text(answer), 'base64'))
}
