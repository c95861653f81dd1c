/** Why something is forgotten, and stays outside: it is to be retained. */
export const leftRetained = 'retained'
