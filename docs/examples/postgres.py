#!/usr/bin/env python3
"""Runs a workload of mini-transactions on PostgreSQL and logs what happened.

mtc generate workload --syntax jsonl | postgres.py "REPEATABLE READ" > log.jsonl
"""
import collections, json, sys, threading
import psycopg2
from psycopg2.errors import DeadlockDetected, SerializationFailure

sessions = collections.defaultdict(list)
for line in sys.stdin:
    transaction = json.loads(line)
    sessions[transaction["process"]].append(transaction)
with psycopg2.connect("") as database, database.cursor() as cursor:  # PGHOST, PGDATABASE, ... say where
    cursor.execute("DROP TABLE IF EXISTS kv; CREATE TABLE kv (k int PRIMARY KEY, v int)")
one_at_a_time = threading.Lock()

def log(transaction, event, value):
    with one_at_a_time:  # the order of the lines is the order of events
        print(json.dumps({**transaction, "type": event, "value": value}))

def run(transactions):
    database = psycopg2.connect("")
    database.set_session(isolation_level=sys.argv[1])
    for transaction in transactions:
        log(transaction, "invoke", transaction["value"])
        seen = []
        try:
            with database, database.cursor() as cursor:  # commits in the end
                for kind, key, value in transaction["value"]:
                    if kind == "r":
                        cursor.execute("SELECT v FROM kv WHERE k = %s", (key,))
                        value = next((row[0] for row in cursor), None)
                    else:
                        cursor.execute("INSERT INTO kv VALUES (%s, %s) ON CONFLICT (k)"
                                       " DO UPDATE SET v = excluded.v", (key, value))
                    seen.append([kind, key, value])
            log(transaction, "ok", seen)
        except (SerializationFailure, DeadlockDetected):
            log(transaction, "fail", transaction["value"])  # certainly without effect
        except psycopg2.Error:
            return log(transaction, "info", transaction["value"])  # who knows

threads = [threading.Thread(target=run, args=(mine,)) for mine in sessions.values()]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
