export { FileServer, type Request, type Route } from './file-server.ts'
export { ProxyServer } from './proxy-server.ts'
export { sampleArchive } from './sample-archive.ts'
