import type { Descriptor } from '../descriptor/descriptor.ts'
import { rangeOf } from '../descriptor/range.ts'
import { descriptorText } from '../descriptor/write.ts'
import type { GetOptions } from '../net/http-client.ts'
import { shownUrl } from '../net/urls.ts'
import { fileNameIn, urlBelow, versionNeeded } from './layouts.ts'
import { kindOfFile } from './local-file.ts'
import { versionInName } from './names.ts'
import type { Access, Evidence, Fetched, Offer, Source, Target } from './source.ts'
import { bytesBySums } from './sums.ts'

/** Archives on a web server: at a URL, or below a server with a known layout. */
export const httpSource: Source = {
  name: 'http',
  serves: (descriptor) => serverOf(descriptor) !== undefined,
  origin: (descriptor) => serverOf(descriptor) ?? '',
  versions: async (descriptor) => {
    await Promise.resolve()
    const { form } = descriptor
    if (form.form === 'url') return [{ version: descriptor.as?.version ?? versionInName(fileNameIn(form.url)) }]
    const version = rangeOf(form.form, descriptor.version).exact
    if (version === undefined) throw versionNeeded(shownUrl(serverOf(descriptor) ?? ''), nameOf(descriptor))
    return [{ version }]
  },
  offer: async (descriptor, version, platform, access): Promise<Offer> => {
    const server = serverOf(descriptor) ?? ''
    const at = descriptor.form.form === 'url' ? server : urlBelow(server, descriptor, version, platform)
    const fileName = fileNameIn(at)
    const sums = await sumsBeside(at, fileName, access)
    return {
      descriptor,
      version,
      platform,
      origin: server,
      shown: shownUrl(at),
      at,
      fileName,
      ...(sums !== undefined && { ...bytesBySums(sums.text, fileName, platform), evidence: { sums } }),
    }
  },
  fetch: bringUrl,
}

/** Downloads an offer from its URL. */
export async function bringUrl(
  offer: Offer,
  into: Target,
  { http, progress }: Access,
  { accept, tokenForm }: { readonly accept?: string } & Pick<GetOptions, 'tokenForm'> = {},
): Promise<Fetched> {
  const { at, size, sha256 } = offer
  const asked = { ...(accept !== undefined && { headers: { accept } }), ...(tokenForm !== undefined && { tokenForm }) }
  const got = await http.download(at, into.file, { size, sha256, progress, subject: new URL(at).host, ...asked })
  return { as: await kindOfFile(into.file), ...got }
}

/** Reads a `SHA256SUMS` in the same folder, if it exists and names the file. */
async function sumsBeside(url: string, fileName: string, { http }: Access): Promise<Evidence['sums']> {
  const beside = (name: string): string => new URL(name, url).href
  const absent = [400, 401, 403, 404, 405, 410]
  const sums = await http.get(beside('SHA256SUMS'), { limit: 1024 * 1024, accepts: absent })
  const text = sums.status === 200 ? sums.body.toString('utf8') : ''
  if (!text.includes(fileName)) return undefined
  const signature = await http.get(beside('SHA256SUMS.sig'), { limit: 64 * 1024, accepts: absent })
  return { text, fileName, ...(signature.status === 200 && { signature: signature.body }) }
}

function serverOf({ form, server }: Descriptor): string | undefined {
  if (form.form === 'url') return form.url
  if (!['id', 'pulumi'].includes(form.form)) return undefined
  return server !== undefined && /^https?:\/\//i.test(server) ? server : undefined
}

function nameOf(descriptor: Descriptor): string {
  const { version: _, server: __, ...bare } = descriptor
  return descriptorText(bare)
}
