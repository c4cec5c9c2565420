// Node's util.types, by the tags that a page can see. What only C++ could tell answers false.

const tagOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);
const is = (tag: string) => (value: unknown) =>
	typeof value === 'object' && value !== null && tagOf(value) === tag;
const isInstance = (Class: abstract new (...args: never[]) => unknown) => (value: unknown) =>
	value instanceof Class;

/** A typed array's own name, which no tag of the reader's can fake. */
const typedArrayName = Object.getOwnPropertyDescriptor(
	Object.getPrototypeOf(Uint8Array.prototype) as object,
	Symbol.toStringTag,
)?.get;
const nameOf = (value: unknown): unknown => typedArrayName?.call(value);

const AsyncFunction = Object.getPrototypeOf(async () => undefined) as object;
const GeneratorFunction = Object.getPrototypeOf(function* () {
	yield undefined;
}) as object;
const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {
	yield undefined;
}) as object;
const inherits = (value: unknown, prototype: object) =>
	typeof value === 'function' && Object.prototype.isPrototypeOf.call(prototype, value);

export const isArrayBufferView = ArrayBuffer.isView.bind(ArrayBuffer);
export const isTypedArray = (value: unknown) => nameOf(value) !== undefined;
export const isUint8Array = (value: unknown) => nameOf(value) === 'Uint8Array';
export const isUint8ClampedArray = (value: unknown) => nameOf(value) === 'Uint8ClampedArray';
export const isUint16Array = (value: unknown) => nameOf(value) === 'Uint16Array';
export const isUint32Array = (value: unknown) => nameOf(value) === 'Uint32Array';
export const isInt8Array = (value: unknown) => nameOf(value) === 'Int8Array';
export const isInt16Array = (value: unknown) => nameOf(value) === 'Int16Array';
export const isInt32Array = (value: unknown) => nameOf(value) === 'Int32Array';
export const isFloat32Array = (value: unknown) => nameOf(value) === 'Float32Array';
export const isFloat64Array = (value: unknown) => nameOf(value) === 'Float64Array';
export const isBigInt64Array = (value: unknown) => nameOf(value) === 'BigInt64Array';
export const isBigUint64Array = (value: unknown) => nameOf(value) === 'BigUint64Array';
export const isDataView = isInstance(DataView);
export const isArrayBuffer = isInstance(ArrayBuffer);
export const isSharedArrayBuffer = is('SharedArrayBuffer');
export const isAnyArrayBuffer = (value: unknown) =>
	isArrayBuffer(value) || isSharedArrayBuffer(value);
export const isMap = isInstance(Map);
export const isSet = isInstance(Set);
export const isWeakMap = isInstance(WeakMap);
export const isWeakSet = isInstance(WeakSet);
export const isMapIterator = is('Map Iterator');
export const isSetIterator = is('Set Iterator');
export const isPromise = isInstance(Promise);
export const isRegExp = isInstance(RegExp);
export const isDate = isInstance(Date);
export const isNativeError = isInstance(Error);
export const isGeneratorObject = is('Generator');
export const isArgumentsObject = (value: unknown) =>
	is('Arguments')(value) && !Object.hasOwn(value as object, Symbol.toStringTag);
export const isModuleNamespaceObject = is('Module');
export const isProxy = () => false;
export const isExternal = () => false;
export const isKeyObject = () => false;
export const isCryptoKey = is('CryptoKey');
export const isAsyncFunction = (value: unknown) =>
	inherits(value, AsyncFunction) || inherits(value, AsyncGeneratorFunction);
export const isGeneratorFunction = (value: unknown) =>
	inherits(value, GeneratorFunction) || inherits(value, AsyncGeneratorFunction);
export const isNumberObject = isInstance(Number);
export const isStringObject = isInstance(String);
export const isBooleanObject = isInstance(Boolean);
export const isBigIntObject = isInstance(BigInt as unknown as new () => bigint);
export const isSymbolObject = isInstance(Symbol as unknown as new () => symbol);
export const isBoxedPrimitive = (value: unknown) =>
	isNumberObject(value) ||
	isStringObject(value) ||
	isBooleanObject(value) ||
	isBigIntObject(value) ||
	isSymbolObject(value);
