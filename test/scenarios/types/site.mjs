await Promise.reject(new Error('a source is read, and not run'))
export const program = (s) => s.resource('db', 'postgres/databse', { name: 'shop' })
