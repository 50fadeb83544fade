#!/usr/bin/env python3
"""A client for mtc-run, here for SQLite: reads an invocation per line, runs it, answers with its completion.

mtc-run exec docs/examples/client.py FILE -l ser
"""
import json, sqlite3, sys

database = sqlite3.connect(sys.argv[1], timeout=10, isolation_level=None)
database.execute("BEGIN IMMEDIATE")  # all sessions start at once: each waits for its turn
database.execute("CREATE TABLE IF NOT EXISTS kv (k INTEGER PRIMARY KEY, v INTEGER)")
database.execute("COMMIT")
database.execute("PRAGMA busy_timeout = 1000")

def run(transaction):
    seen = []
    commits = False
    try:
        database.execute("BEGIN")
        for kind, key, value in transaction["value"]:
            if kind == "r":
                row = database.execute("SELECT v FROM kv WHERE k = ?", (key,)).fetchone()
                value = row[0] if row else None
            else:
                database.execute("INSERT OR REPLACE INTO kv VALUES (?, ?)", (key, value))
            seen.append([kind, key, value])
        commits = True
        database.execute("COMMIT")
        return {**transaction, "type": "ok", "value": seen}
    except sqlite3.Error as error:
        if database.in_transaction:  # so it did not commit
            database.execute("ROLLBACK")
            commits = False
        return {**transaction, "type": "info" if commits else "fail", "error": str(error)}

for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
