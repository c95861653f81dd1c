import { Failure } from '@slipway/model'
import { descriptorText } from '../descriptor/write.ts'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { copyTree, type TreeLimits } from './copy-tree.ts'
import { bringRepository } from './git/git.ts'
import { statOf } from './local-file.ts'
import type { Access } from './source.ts'

/** Limits for a template of a user's own code, which is smaller than a plugin with all its dependencies. */
export const limitsOfTemplates: TreeLimits = {
  files: 10_000,
  bytes: 100 * 1024 ** 2,
  // The template's author may have left these folders behind from earlier work.
  leftOut: new Set(['.git', 'node_modules', '.slipway']),
}

/**
 * Copies a folder of this machine or of a git repository to `folder`, which does not exist yet: regular files and folders, and links that stay
 * inside. Runs nothing in it.
 * @param meanwhile a second path that does not exist yet, for git's own data
 * @throws Failure `install/bad-folder`, `install/not-found`, `install/no-git`, `install/unreachable`, `install/bad-descriptor`
 */
export async function bringFolder(
  descriptor: Descriptor,
  folder: string,
  meanwhile: string,
  access: Pick<Access, 'env' | 'signal'>,
  limits = limitsOfTemplates,
): Promise<void> {
  const { form } = descriptor
  if (form.form === 'path') {
    const isFolder = (await statOf(form.path)).isDirectory()
    if (!isFolder) throw new Failure('install/not-found', `${form.path} is not a folder`)
    return await copyTree(form.path, folder, access.signal, limits)
  }
  if (form.form === 'git')
    return await bringRepository(form, { file: meanwhile, folder }, { ...access, isOffline: false }, limits)
  throw new Failure(
    'install/bad-descriptor',
    `"${descriptorText(descriptor)}" is neither a folder nor a git repository`,
    { hint: 'name a folder as ./NAME, or a repository as git+https://HOST/REPOSITORY[@REF][#FOLDER]' },
  )
}
