// What the browser calls by these names, kept before Node's take their places.

export const nativeSetTimeout = self.setTimeout.bind(self);
export const nativeClearTimeout = self.clearTimeout.bind(self);
