import { type Route, route } from '@slipway/protocol'
import { Loader, Mapper, PackageResolver } from '@slipway/protocol/pulumi'
import type { PackageAccess } from '@slipway/programs'

/** What plugins and programs may ask about packages. Most ask nothing: what answers is loaded when one does. */
export function packageServices(access: PackageAccess): readonly Route[] {
  const loaded = async () => {
    const { PackageServices } = await import('@slipway/programs')
    return new PackageServices(access)
  }
  return [
    route(Loader.GetSchema, async (request) => (await loaded()).schema(request)),
    route(Mapper.GetMapping, async (request) => (await loaded()).mapping(request)),
    route(PackageResolver.ResolvePackage, async (request) => (await loaded()).resolve(request)),
  ]
}
