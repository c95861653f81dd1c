import { resolve } from 'node:path'
import type { Form } from './descriptor.ts'
import { Misread } from './misread.ts'
import type { Row } from './row.ts'
import { canonicalUrl } from './url-text.ts'

type FormOf<F extends Form['form']> = Extract<Form, { readonly form: F }>

/** A place holds a single version, and its content names that version. */
const single = {
  split: (text: string) => ({ body: text }),
  choose(): never {
    throw new Misread(
      'there is only one version at a URL or a path',
      'leave the version out: the plugin gives it, or --as does',
    )
  },
  asked: () => undefined,
} as const

export const urlRow: Row = {
  ...single,
  form: 'url',
  begins: ['https://', 'http://'],
  shape: 'https://HOST/FILE',
  examples: ['https://host/x.tar.gz'],
  meaning: 'an archive or a program at a URL; http:// only on this machine, unless a setting allows it',
  read(body) {
    const url = canonicalUrl(body, ['https', 'http'])
    if (url.hash !== '')
      throw new Misread(
        'a URL of a file has no # part',
        'for a folder of a repository write git+https://HOST/REPO#FOLDER',
      )
    if (url.pathname === '/') throw new Misread('the URL names a host, but no file')
    url.hash = ''
    return { form: 'url', url: url.href }
  },
  write: (form) => (form as FormOf<'url'>).url,
}

export const pathRow: Row = {
  ...single,
  form: 'path',
  begins: ['./', '../', '/'],
  shape: './PATH, ../PATH or /PATH',
  examples: ['./plugins/signal', '/srv/plugins/signal.tar.gz'],
  meaning: 'a folder, an archive or a program on this machine; a relative path starts at the project, or where you are',
  read: (body, cwd) => ({ form: 'path', path: resolve(cwd, body) }),
  write: (form) => (form as FormOf<'path'>).path,
}
