-- How many tokens of the account each key of TOKEN_KEYS sealed when its health was last read, as a JSON object by the key's version. Null until
-- it is read again: an older key must not go before that.
alter table fleet add column sealed_by text;
