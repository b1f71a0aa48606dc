-- Which of the connected platforms did not answer when the account's health was last read, as a JSON list.
alter table fleet add column unreachable text not null default '[]';
