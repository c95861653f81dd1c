import type { Argument } from './argument.ts'
import { Bytes, stored, text } from './argument.ts'
import { parameters } from './core-function.ts'
import type { OutsideFunction } from './core-function.ts'

/**
 * Functions that only the outside can answer. The provider `core` answers them in the phase that reads the outside. Until then, the results are
 * unknown.
 */
export const outsideFunctions: readonly OutsideFunction[] = [
  {
    name: 'file',
    summary:
      'Reads a file and returns its bytes. A relative path starts at `from`, or without it at the folder of the blueprint that contains the call.',
    parameters: parameters('path: string', 'from?: string'),
    returns: 'any',
    answered: bytes,
  },
  {
    name: 'templatefile',
    extension: true,
    summary:
      'Reads a text file and replaces each `${…}` in it with the value of the expression inside, which sees the given values and nothing else of the blueprint: `templatefile("motd.txt", { name = "Ada" })` puts Ada where the file has `${name}`. The file must be in the folder of the blueprint, or below it.',
    parameters: parameters('path: string', 'values?: map', 'from?: string'),
    returns: 'string',
    asks: ([path = null, , from]) => (from === undefined || from === null ? [path] : [path, from]),
    answered: stored,
    isTemplate: true,
  },
  {
    name: 'fileexists',
    extension: true,
    summary: 'Returns whether there is a regular file. Relative paths start where those of `file` start.',
    parameters: parameters('path: string', 'from?: string'),
    returns: 'boolean',
    answered: stored,
  },
  {
    name: 'http_resource',
    summary:
      'Sends a GET request to an http or https URL and returns the bytes of the response. The URL must need no login.',
    parameters: parameters('url: string'),
    returns: 'any',
    answered: bytes,
  },
  {
    name: 'link',
    summary:
      'Returns the data that the provider reports for the link between two resources, once the link is made. Give each resource as a reference or by its name.',
    parameters: parameters('a: any', 'b: any'),
    returns: 'object',
    answered: stored,
  },
  {
    name: 'cwd',
    summary: 'Returns the folder in which you started Slipway.',
    parameters: [],
    returns: 'string',
    answered: stored,
  },
  {
    name: 'uuid',
    summary:
      'Returns a random UUID (version 4). It stays the same in every deployment, as long as the call stays in its place.',
    parameters: [],
    returns: 'string',
    answered: stored,
    drawn: true,
  },
  {
    name: 'datetime',
    summary:
      'Returns the time at which this call was first deployed, in UTC. The format is `unix` (seconds), `rfc3339`, or, for use in names, `tag` (2023-01-02--15-04-05) or `tagcompact` (20230102150405).',
    parameters: parameters('format: string'),
    returns: 'string',
    answered: stored,
    drawn: true,
  },
]

/** Decodes bytes, which travel in base 64 because answers are values. */
function bytes(answer: Argument): Bytes {
  return new Bytes(Buffer.from(text(answer), 'base64'))
}
