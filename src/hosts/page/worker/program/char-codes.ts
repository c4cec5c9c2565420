/** Node's internal/constants, as far as its path and http use them: characters by their codes. */
export const charCodes = {
	...{ CHAR_UPPERCASE_A: 65, CHAR_LOWERCASE_A: 97, CHAR_UPPERCASE_Z: 90, CHAR_LOWERCASE_Z: 122 },
	...{ CHAR_LOWERCASE_B: 98, CHAR_LOWERCASE_E: 101, CHAR_DOT: 46, CHAR_FORWARD_SLASH: 47 },
	...{ CHAR_BACKWARD_SLASH: 92, CHAR_COLON: 58, CHAR_QUESTION_MARK: 63 },
};
