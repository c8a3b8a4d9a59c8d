/** Nobody looks at it. */
export const mount = () => ({ frame() {} });
