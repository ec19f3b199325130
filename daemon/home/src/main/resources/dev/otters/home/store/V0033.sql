-- Where a memory is, as words: `a` and its path in hexadecimal digits, and `b` and each path that it is at or below. So a search reads only what a session may read.
DROP TABLE memory_words;
CREATE VIRTUAL TABLE memory_words USING fts5(text, topics, scope, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');

INSERT INTO memory_words(rowid, text, topics, scope)
  WITH RECURSIVE above(key, path) AS (
    SELECT key, namespace FROM memories WHERE superseded_by IS NULL
    UNION ALL SELECT key, rtrim(rtrim(path, replace(path, '/', '')), '/') FROM above WHERE instr(path, '/') > 0)
  SELECT memories.key, text, topics, 'a' || lower(hex(namespace)) || ' ' || group_concat('b' || lower(hex(path)), ' ')
    FROM above JOIN memories ON memories.key = above.key GROUP BY memories.key;
