import type { Descriptor } from '../descriptor/descriptor.ts'
import { bringLocal, lookAt } from './local-file.ts'
import { versionInName } from './names.ts'
import type { Offer, Source } from './source.ts'

/** A source of files and folders on this machine. */
export const pathSource: Source = {
  name: 'path',
  serves: ({ form }) => form.form === 'path',
  origin: pathOf,
  versions: async (descriptor) => {
    const { fileName } = await lookAt(pathOf(descriptor))
    return [{ version: descriptor.as?.version ?? versionInName(fileName) }]
  },
  offer: async (descriptor, version, platform): Promise<Offer> => {
    const path = pathOf(descriptor)
    const { stamp, fileName, size } = await lookAt(path)
    // The stamp is part of the address, because local files may change.
    const at = `${path} ${stamp}`
    return {
      descriptor,
      version,
      platform,
      origin: path,
      shown: path,
      at,
      fileName,
      ...(size !== undefined && { size }),
    }
  },
  fetch: async ({ descriptor }, into, access) => bringLocal(await lookAt(pathOf(descriptor)), into, access),
}

function pathOf({ form }: Descriptor): string {
  return form.form === 'path' ? form.path : ''
}
